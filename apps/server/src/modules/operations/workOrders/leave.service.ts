import type { Db } from '../../../platform/postgres/db.ts'
import { lockForHealth } from '../../devices/telemetry/lockedSimulators.service.ts'
import { downOrders, endWindowOf, staffFaults } from './leave.queries.ts'
import { change } from './system.service.ts'

export { whereStaffWork } from './leave.queries.ts'

/**
 * Ends what an organisation's staff do at a simulator that goes elsewhere: their window on it, and their word that it is not
 * to be used. What it reports itself goes along. The simulator is locked (lock order 4).
 */
export async function leavePlace(db: Db, simulatorId: number): Promise<void> {
  const codes = await staffFaults(db, simulatorId)
  if (codes.length > 0) {
    const lockedSimulators = await lockForHealth(db, [simulatorId])
    for (const code of codes) lockedSimulators.clear(simulatorId, code)
    await lockedSimulators.write()
  }
  const worked = await endWindowOf(db, simulatorId)
  const down = await downOrders(db, simulatorId)
  await change(db, [...new Set(worked === undefined ? down : [...down, worked])], ({ id }) => ({
    events: [
      ...(id === worked ? [{ kind: 'windowEnded' } as const] : []),
      ...(down.includes(id) ? [{ kind: 'deviceUp' } as const] : []),
    ],
    ...(down.includes(id) && { set: { device_down: false } }),
  }))
}
