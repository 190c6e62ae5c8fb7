/**
 * The way to the devices: the embedded broker, an external one, or the process that has the embedded one. Knows topics and credentials, not what they mean.
 */
export interface DeviceLink {
  /**
   * Takes devices and their messages from now on; `stop` ends that, within a second. `leave`, before it, where other
   * servers go on: else the broker keeps messages for this one. @throws StartError port in use
   */
  serve(gateway: DeviceGateway): Promise<{ leave(): Promise<void>; stop(): Promise<void> }>
  /** Whether what devices send can arrive: it serves, and is connected to a broker that is elsewhere. */
  hears(): boolean
  /** Whether it takes devices from a broker that is elsewhere, and is cut off from it. */
  isCutOff(): boolean
  /** Where devices connect, as a URL without credentials; null before `serve`. */
  address(): string | null
  /**
   * Sends a JSON message to a device; its `expiresAt` is written into it, and it is dropped rather than delivered later.
   * @throws Refusal brokerUnavailable when no broker can be reached
   */
  publish(topic: string, message: object, expiresAt: Date): Promise<void>
  /**
   * Makes the broker know a device's credential. To be awaited inside the change that makes the key, since the
   * key itself is kept nowhere. @throws Refusal brokerUnavailable
   */
  provision(name: string, key: string): Promise<void>
  /** Tells the broker whether a device may sign in; one that may not is disconnected. @throws Refusal brokerUnavailable */
  allow(name: string, allowed: boolean): Promise<void>
  /** Ends a device's connections, if it has any: its key was renewed, or it was disabled. */
  disconnect(name: string): Promise<void>
  /** Connections of a device on the embedded broker; 0 where the broker is elsewhere. */
  connections(name: string): number
}

/** Which topics are whose. */
export interface DeviceRights {
  /** Topics a device of this name may publish on; asked with `+` for the filters of all devices. */
  publishes(name: string): readonly string[]
  /** Those of them with many messages, each outlived by the next: a lost one matters little. */
  repeats(name: string): readonly string[]
  /** Topics a device of this name may subscribe to. */
  subscribes(name: string): readonly string[]
}

/** What the domain of the devices tells the link, and does with what comes through it. */
export interface DeviceGateway extends DeviceRights {
  /** In bytes. */
  readonly longestMessage: number
  /** Whether a device may sign in; asked by brokers that do not know the credentials themselves. */
  authenticate(name: string, key: string): Promise<boolean>
  /** Reads all keys at once; what it answers with tells right from wrong without asking anybody. */
  recall(): Promise<(name: string, key: string) => boolean>
  /** Settles once the message is committed or finally refused: only then is it acknowledged. Rejects only at the end of serving. */
  receive(topic: string, payload: Buffer): Promise<void>
  /** What happened to a device's line, where the broker tells; for people to look at, so nothing waits for it. */
  link(name: string, event: LinkEvent): void
}

export type LinkEvent =
  | { kind: 'connected'; address: string; clientId: string; protocol: string }
  | { kind: 'disconnected'; reason: 'farewell' | 'lost' | 'silent' | 'tooLong' | 'closed' }
  /** A packet that ended the connection, of so many bytes. */
  | { kind: 'tooLong'; bytes: number }
  /** It asked for a session that is kept, and gave no client id to keep it under. */
  | { kind: 'noClientId'; address: string }
