/**
 * The way to the devices: the embedded broker, or an external one. Knows topics and credentials, not what they mean.
 */
export interface DeviceLink {
  /**
   * Sends a JSON message to a device. It is dropped rather than delivered after `expiresAt`.
   * @throws Refusal brokerUnavailable when no broker can be reached
   */
  publish(topic: string, message: object, expiresAt: Date): Promise<void>
  /**
   * Makes the broker know a device's credential. To be awaited inside the change that makes the key, since the
   * key itself is kept nowhere. @throws Refusal brokerUnavailable
   */
  provision(name: string, key: string): Promise<void>
  /** Ends a device's connection, if it has one: its key was renewed, or it was disabled. */
  disconnect(name: string): Promise<void>
}
