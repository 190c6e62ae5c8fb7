import type { Db } from '../../../platform/postgres/db.ts'
import { openFaults } from './faults.service.ts'
import { lockSimulators, type Simulator, writeSimulators } from './present.queries.ts'

/** Simulators that are locked while what people say of their health changes. */
export interface LockedSimulators {
  /** A fault that staff raise; one that is open stays as it is. */
  raise(simulatorId: number, code: string, text: string): void
  /** Ends an open fault, whoever raised it. The device's own last report of its health still counts. */
  clear(simulatorId: number, code: string): void
  /** @returns the simulators that changed */
  write(): Promise<number[]>
}

/** Locks simulators until the change is committed (lock order 4), in the order of their ids. */
export async function lockForHealth(db: Db, ids: readonly number[]): Promise<LockedSimulators> {
  const { simulators, now } = await lockSimulators(db, { ids })
  const faults = await openFaults(db, ids)
  const byId = new Map([...simulators.values()].map(one => [one.present.simulatorId, one]))
  const changed = new Set<Simulator>()

  function apply(simulatorId: number, event: 'raised' | 'cleared', code: string, text: string) {
    const simulator = byId.get(simulatorId)
    if (simulator === undefined) throw new Error(`simulator ${simulatorId} is not locked`)
    if (event === 'cleared' && !simulator.present.openFaults.has(code)) return
    faults.apply(simulator.present, { event, code, text }, { at: now, redated: false, place: simulator })
    changed.add(simulator)
  }

  return {
    raise: (simulatorId, code, text) => apply(simulatorId, 'raised', code, text),
    clear: (simulatorId, code) => apply(simulatorId, 'cleared', code, ''),
    async write() {
      const all = [...changed]
      if (all.length === 0) return []
      await faults.write(db)
      await writeSimulators(db, all)
      return all.map(({ present }) => present.simulatorId)
    },
  }
}
