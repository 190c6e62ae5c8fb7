import type { Db } from '../../../platform/postgres/db.ts'
import { holdSimulators } from '../../devices/telemetry/hold.service.ts'
import { downOrders, endWindowOf, staffFaults } from './leave.queries.ts'
import { change } from './system.service.ts'

export { whereStaffWork } from './leave.queries.ts'

/**
 * Ends what an organisation's staff do at a simulator that goes elsewhere: the window in which it is worked on, and that it
 * is not to be used. What it reports itself goes along. The simulator is locked (lock order 4).
 */
export async function leavePlace(db: Db, simulatorId: number): Promise<void> {
  const codes = await staffFaults(db, simulatorId)
  if (codes.length > 0) {
    const held = await holdSimulators(db, [simulatorId])
    for (const code of codes) held.clear(simulatorId, code)
    await held.write()
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
