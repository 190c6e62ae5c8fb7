import type { Remark } from '@drivesim/contract/devices/telemetry/deviceReading'
import type { DeviceTopic } from '@drivesim/contract/devices/telemetry/telemetry'
import { batcher } from '../../../platform/batcher.ts'
import type { Services } from '../../../platform/module.ts'
import { addMessages, type HeardMessage, watchedNow } from './watches.queries.ts'

export type { MessageVerdict } from './watches.queries.ts'

/** Says over the bus that somebody began or ended to watch a device. */
export const watchesChanged = 'deviceWatches'

/** Characters of a message that are kept to look at. */
const longestPayload = 8_000

/** Keeps every message of the devices that somebody watches. */
export interface Watches {
  /** Whether anybody watches it; asked for each message, it costs no more than looking into memory. */
  isWatched(sn: string): boolean
  /** Does not wait, and fails without a word but the log's: a device is not kept waiting for it. */
  note(sn: string, topic: DeviceTopic, payload: Buffer, became: Became): void
  stop(): Promise<void>
}

export type Became = Pick<HeardMessage, 'verdict'> & { readonly remarks: readonly Remark[] }

/** @param isPassing whether what failed may succeed when it is tried again */
export function openWatches(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  isPassing: (error: unknown) => boolean,
): Watches {
  /** Until when, by the clock that nobody sets. */
  let until = new Map<string, number>()
  const look = () => {
    watchedNow(db).then(
      left => {
        until = new Map([...left].map(([sn, ms]) => [sn, performance.now() + ms]))
      },
      (error: unknown) => log.warn({ err: error }, 'which devices are watched is not known yet'),
    )
  }
  const unhear = bus.hear(watchesChanged, look, look)
  look()
  const batches = batcher<HeardMessage>({
    store: messages => addMessages(db, messages),
    isPassing,
    failed: error => log.warn({ err: error }, 'watched messages are not kept yet, trying again'),
    gaveUp: (_message, error) => log.error({ err: error }, 'a watched message was not kept'),
  })
  return {
    isWatched: sn => until.size > 0 && (until.get(sn) ?? 0) > performance.now(),
    note(sn, topic, payload, { verdict, remarks }) {
      const text = payload.toString('utf8', 0, longestPayload).replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
      const at = new Date().toISOString()
      batches
        .add({ sn, at, topic, payload: text, bytes: payload.length, verdict, remarks })
        .catch(() => undefined)
    },
    async stop() {
      unhear()
      await batches.stop()
    },
  }
}
