import type { ReadFault } from '@drivesim/contract/devices/telemetry/deviceReading'
import type { Db } from '../../../platform/postgres/db.ts'
import { changeFact, type Present, setHealth } from './present.rules.ts'
import {
  clearFaults,
  earlyClearings,
  type FaultRow,
  insertFaults,
  rememberCleared,
  settledFaults,
} from './queries.ts'
import type { Place } from './sessions.service.ts'

/** What of a message counts. */
type Told = Pick<ReadFault, 'event' | 'code' | 'text'>

/** The faults that a batch raises and clears. */
export interface Faults {
  /**
   * @returns whether anything changed: a fault that is raised twice is one, unless an order was done with it in between,
   *   and one that is cleared twice is cleared
   */
  apply(p: Present, body: Told, event: { at: number; redated: boolean; place: Place }): boolean
  write(db: Db): Promise<void>
}

/** The simulators of the ids must be locked. */
export async function openFaults(db: Db, simulatorIds: readonly number[]): Promise<Faults> {
  const early = simulatorIds.length === 0 ? new Map<string, number>() : await earlyClearings(db, simulatorIds)
  const settled =
    simulatorIds.length === 0 ? new Map<string, number>() : await settledFaults(db, simulatorIds)
  const raised: FaultRow[] = []
  const cleared: { simulatorId: number; code: string; at: number }[] = []
  const remembered: { simulatorId: number; code: string; at: number }[] = []

  function raise(p: Present, body: Told, at: number, row: Pick<FaultRow, 'redated' | 'organId' | 'roomId'>) {
    const { simulatorId, openFaults } = p
    const { code, text } = body
    if (openFaults.has(code)) {
      const settledAt = settled.get(`${simulatorId} ${code}`)
      if (settledAt === undefined || at <= settledAt) return false
      settled.delete(`${simulatorId} ${code}`)
      openFaults.delete(code)
      cleared.push({ simulatorId, code, at })
    }
    const clearedAt = early.get(`${simulatorId} ${code}`)
    if (clearedAt !== undefined && clearedAt >= at) {
      // Its end arrived first: the fault is over, and lasted until then.
      raised.push({ simulatorId, code, text, raisedAt: at, clearedAt, ...row })
      early.delete(`${simulatorId} ${code}`)
      changeFact(p, 'health', 'fault', at)
      setHealth(p, clearedAt)
      return true
    }
    raised.push({ simulatorId, code, text, raisedAt: at, clearedAt: null, ...row })
    openFaults.add(code)
    setHealth(p, at)
    return true
  }

  function clear(p: Present, code: string, at: number): boolean {
    const { simulatorId } = p
    if (!p.openFaults.delete(code)) {
      remembered.push({ simulatorId, code, at })
      early.set(`${simulatorId} ${code}`, at)
      return false
    }
    const own = raised.find(
      fault => fault.simulatorId === simulatorId && fault.code === code && fault.clearedAt === null,
    )
    if (own === undefined) cleared.push({ simulatorId, code, at })
    else own.clearedAt = Math.max(own.raisedAt, at)
    setHealth(p, at)
    return true
  }

  return {
    apply(p, body, { at, redated, place: { organId, roomId } }) {
      if (body.event === 'cleared') return clear(p, body.code, at)
      return raise(p, body, at, { redated, organId, roomId })
    },
    async write(db) {
      if (cleared.length > 0) await clearFaults(db, cleared)
      if (raised.length > 0) await insertFaults(db, raised)
      for (const one of remembered) await rememberCleared(db, one)
    },
  }
}
