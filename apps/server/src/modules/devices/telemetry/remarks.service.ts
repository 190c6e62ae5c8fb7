import type { Remark } from '@drivesim/contract/devices/telemetry/deviceReading'
import type { DeviceTopic } from '@drivesim/contract/devices/telemetry/telemetry'
import { batcher } from '../../../platform/batcher.ts'
import type { Services } from '../../../platform/module.ts'
import type { LinkEvent } from '../../../platform/mqtt/deviceLink.ts'
import { addLinkEvents, addRemarks, type LinkEventRow, type RemarkRow } from './remarks.queries.ts'

/** A device says the same odd thing with each report: it is written as often as that, and counted meanwhile. */
const restMs = 5 * 60_000
/** As many are remembered; beyond, the oldest are written again sooner. */
const mostRemembered = 50_000
/** Characters of a message that are kept to look at. */
const longestSample = 500

/** Keeps what is odd about the devices' messages and what happens to their lines, for 通信 at the device. */
export interface Remarks {
  /** Settles once they are kept; at once where the same was written lately. */
  note(sn: string, topic: DeviceTopic, payload: Buffer, remarks: readonly Remark[]): Promise<void>
  /** Does not wait, and fails without a word but the log's: a device is not kept waiting for it. */
  link(sn: string, event: LinkEvent): void
  stop(): Promise<void>
}

type Kept = { remark: RemarkRow } | { event: LinkEventRow }

/** @param isPassing whether what failed may succeed when it is tried again */
export function openRemarks(
  { db, log }: Pick<Services, 'db' | 'log'>,
  isPassing: (error: unknown) => boolean,
): Remarks {
  const resting = new Map<string, { until: number; times: number }>()
  const batches = batcher<Kept>({
    async store(kept) {
      const remarks = mergeRemarks(kept.flatMap(one => ('remark' in one ? [one.remark] : [])))
      const events = kept.flatMap(one => ('event' in one ? [one.event] : []))
      if (remarks.length > 0) await addRemarks(db, remarks)
      if (events.length > 0) await addLinkEvents(db, events)
    },
    isPassing,
    failed: error => log.warn({ err: error }, 'what devices said is not noted yet, trying again'),
    gaveUp: (_kept, error) => log.error({ err: error }, 'what a device said was not noted'),
  })

  /** How often it was said since it was last written, or null while it rests. */
  function due(key: string): number | null {
    const now = Date.now()
    const rest = resting.get(key)
    if (rest !== undefined && now < rest.until) {
      rest.times += 1
      return null
    }
    resting.delete(key)
    resting.set(key, { until: now + restMs, times: 0 })
    const [oldest] = resting.keys()
    if (resting.size > mostRemembered && oldest !== undefined) resting.delete(oldest)
    return 1 + (rest?.times ?? 0)
  }

  return {
    async note(sn, topic, payload, remarks) {
      const sample = payload.toString('utf8', 0, longestSample).replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
      const rows = remarks.flatMap(({ path, problem, taken }) => {
        const times = due([sn, topic, path, problem].join('\n'))
        return times === null ? [] : [{ sn, topic, path, problem, taken, times, sample }]
      })
      await Promise.all(rows.map(remark => batches.add({ remark })))
    },
    link(sn, { kind, ...detail }) {
      const event = { sn, kind, at: new Date().toISOString(), detail }
      batches.add({ event }).catch(() => undefined)
    },
    stop: () => batches.stop(),
  }
}

/** The same remark several times in a batch is one row. */
function mergeRemarks(remarks: readonly RemarkRow[]): RemarkRow[] {
  const byKey = new Map<string, RemarkRow>()
  for (const remark of remarks) {
    const key = [remark.sn, remark.topic, remark.path, remark.problem, remark.taken].join('\n')
    const known = byKey.get(key)
    byKey.set(key, known === undefined ? remark : { ...remark, times: known.times + remark.times })
  }
  return [...byKey.values()]
}
