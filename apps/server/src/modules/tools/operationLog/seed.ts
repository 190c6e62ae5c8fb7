import { contract } from '@drivesim/contract'
import { memberOf } from '@drivesim/fleet/business'
import { randomOf } from '@drivesim/fleet/random'
import type { SeedPart } from '../../../platform/parts.ts'
import { type DemoOperation, insertOperations } from './seed.queries.ts'

const hour = 3_600_000
const day = 24 * hour

/** What the administrator changed in the last ten days. */
export const operationLogSeed: SeedPart = {
  async fill(db, business) {
    const { classrooms, simulators, seed, until } = business
    const random = randomOf(seed, 'operations')
    const by = { memberId: memberOf(business, 'admin').id, account: 'admin' }
    const moments = Array.from({ length: 16 }, () => until - random.int(2 * hour, 10 * day)).sort(
      (a, b) => a - b,
    )
    const operations = moments.map((moment, index): DemoOperation => {
      const at = new Date(moment).toISOString()
      const simulator = simulators[(index * 7) % simulators.length]
      const room = classrooms[(index * 3) % classrooms.length]
      if (index % 3 === 0 && room !== undefined) {
        const row = { id: room.id, name: room.name, organ_id: room.organId }
        return {
          ...by,
          at,
          call: 'organisations.modifyClassroom',
          label: contract.organisations.modifyClassroom.change,
          table: 'classroom',
          rowId: room.id,
          before: { ...row, seats: room.seats - 1 },
          after: { ...row, seats: room.seats },
        }
      }
      if (simulator === undefined) throw new Error('the demo has simulators')
      const row = { id: simulator.id, name: simulator.name, organ_id: simulator.organId }
      return {
        ...by,
        at,
        call: 'devices.modify',
        label: contract.devices.modify.change,
        table: 'simulator',
        rowId: simulator.id,
        before: { ...row, car_num: null },
        after: { ...row, car_num: simulator.carNum },
      }
    })
    await insertOperations(db, operations)
  },
}
