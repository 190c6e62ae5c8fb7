import { account, errors, mostReadings, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Readings } from '../../../platform/http/readings.ts'
import type { Caller } from '../../../platform/http/trail.ts'
import type { Services } from '../../../platform/module.ts'
import * as queries from './readings.queries.ts'
import { noteAct, noteReadings } from './security.service.ts'

/** So many rows at least are written at once, but for the last: a list that is paged through is not written page by page. */
const writeAt = 100
const writeAfterMs = 2000

/** Rows that were read and are not written yet. */
interface Pending {
  readonly by: Caller
  rows: number
  timer: NodeJS.Timeout | null
}

export function readingsOf(services: Pick<Services, 'db' | 'bus' | 'log'>): Readings {
  const pending = new Map<number, Pending>()
  const writing = new Set<Promise<void>>()

  function begin(by: Caller): void {
    const work = write(by).finally(() => writing.delete(work))
    writing.add(work)
  }

  async function write(by: Caller): Promise<void> {
    const { id } = by.person
    const waiting = pending.get(id)
    pending.delete(id)
    if (waiting === undefined) return
    if (waiting.timer !== null) clearTimeout(waiting.timer)
    try {
      const { rows } = await queries.addReadings(services.db, id, waiting.rows)
      for (const limit of [mostReadings.told, mostReadings.withoutReason])
        if (rows >= limit && rows - waiting.rows < limit) await noteReadings(services, by, limit)
    } catch (error) {
      services.log.error({ err: error }, 'what was read could not be counted')
    }
  }

  return {
    async admit({ id }) {
      const { rows, isExplained } = await queries.readToday(services.db, id)
      const read = rows + (pending.get(id)?.rows ?? 0)
      if (read >= mostReadings.atMost) throw refuse(errors.tooManyReadings)
      if (read >= mostReadings.withoutReason && !isExplained) throw refuse(errors.readingNeedsReason)
    },
    count(by, rows) {
      if (rows === 0) return
      const waiting = pending.get(by.person.id) ?? { by, rows: 0, timer: null }
      waiting.rows += rows
      pending.set(by.person.id, waiting)
      if (waiting.rows >= writeAt) begin(by)
      else waiting.timer ??= setTimeout(() => begin(by), writeAfterMs).unref()
    },
    async flush() {
      for (const { by } of [...pending.values()]) begin(by)
      await Promise.all(writing)
    },
  }
}

/** Somebody says why they read so much today; it stands in the security log. */
export async function explainReadings(call: SignedInCall, reason: string): Promise<true> {
  await queries.explainReadings(call.db, call.person.id, reason)
  await noteAct(call, { kind: 'reveal', label: account.explainReadings.title, detail: reason })
  return true
}
