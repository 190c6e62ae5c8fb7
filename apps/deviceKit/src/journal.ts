import type { Remark } from '@drivesim/contract/devices/telemetry/deviceReading'
import type { DatedMessage } from '@drivesim/contract/devices/telemetry/messageDating'
import type { CommandMessage, DeviceTopic } from '@drivesim/contract/devices/telemetry/telemetry'

/** What happened while a simulator was examined. Instants are milliseconds since 1970 by a clock that nobody sets. */
export const now = (): number => performance.timeOrigin + performance.now()

/** `agreed`: as it should be; `mended`: taken, otherwise than agreed; `foreign`: on a topic that is not the device's. */
export type Verdict = 'agreed' | 'mended' | 'refused' | 'foreign'

export interface Heard {
  /** Of its receipt. */
  readonly at: number
  readonly line: Line
  readonly topic: string
  readonly channel: DeviceTopic | null
  readonly qos: number
  readonly retain: boolean
  readonly bytes: number
  /** Its JSON written anew, by which two are compared; its text where it is none. */
  readonly text: string
  readonly verdict: Verdict
  readonly remarks: readonly Remark[]
  /** null: it means nothing. */
  readonly message: DatedMessage | null
  /** As every GUID is written; null where there is none. */
  readonly id: string | null
  /** What it tells, by which two are about the same thing. */
  readonly happening: string | null
  /** The same message when it came first: by topic and id, about the same thing. */
  readonly first: Heard | null
  /** Its acknowledgement is withheld, so that it should come again. */
  readonly withheld: boolean
  acknowledgedAt: number | null
}

/** How a connection ended. `cut`: by the kit; `left`: by DISCONNECT; `lost`: otherwise by the device. */
export type LineEnd = 'cut' | 'left' | 'lost' | 'replaced'

export interface Will {
  readonly topic: string
  readonly qos: number
  readonly retain: boolean
  readonly payload: Buffer
}

/** A connection that was let in. */
export interface Line {
  readonly at: number
  readonly will: Will | null
  readonly subscriptions: { readonly topic: string; readonly qos: number }[]
  end: { readonly at: number; readonly how: LineEnd } | null
  /** It was told to restart: what comes next should be a farewell. */
  isLeaving: boolean
}

/** What came before an attempt to connect. `dropped`: the kit hung up at once, as a server that is down. */
export type Before = LineEnd | 'dropped' | 'refused'

export interface Attempt {
  readonly at: number
  /** null: the first, or one beside a connection. */
  readonly before: { readonly at: number; readonly how: Before } | null
}

/** `withheld`: what answers it is not acknowledged. */
export type CommandKind = 'plain' | 'twice' | 'expired' | 'withheld' | 'restart'

export interface Given {
  readonly at: number
  readonly kind: CommandKind
  readonly command: CommandMessage
}

export class Journal {
  /** Of the device that is examined: the first that signed in. */
  sn: string | null = null
  protocol: string | null = null
  readonly messages: Heard[] = []
  readonly lines: Line[] = []
  readonly attempts: Attempt[] = []
  readonly commands: Given[] = []
  /** Sentences about sign-ins that were not as agreed. */
  readonly signInFaults: string[] = []
  signIns = 0
  /** When an attempt to connect failed, or a connection ended, last. */
  lastEnd: Attempt['before'] = null
  /** The kit waited in vain for an attempt after that. */
  readonly givenUp: Before[] = []
  readonly #listeners = new Set<() => void>()

  /** The connection that is open. */
  get line(): Line | null {
    const last = this.lines.at(-1)
    return last === undefined || last.end !== null ? null : last
  }

  /** Something was noted: whoever waits looks again. */
  noted(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Waits for a condition. @returns whether it came true in time @throws the signal's reason */
  until(holds: () => boolean, patienceMs: number | null, signal: AbortSignal): Promise<boolean> {
    return new Promise((done, fail) => {
      const finish = (act: () => void) => {
        clearTimeout(timer)
        this.#listeners.delete(look)
        signal.removeEventListener('abort', stopped)
        act()
      }
      const look = () => {
        if (holds()) finish(() => done(true))
      }
      const stopped = () => finish(() => fail(signal.reason))
      const timer =
        patienceMs === null ? undefined : setTimeout(() => finish(() => done(holds())), patienceMs)
      if (signal.aborted) return stopped()
      this.#listeners.add(look)
      signal.addEventListener('abort', stopped)
      look()
    })
  }
}
