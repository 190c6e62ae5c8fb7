import { deviceBulk } from '@drivesim/contract'
import { type BulkCaller, type BulkPart, bulkPart } from '../../../platform/parts.ts'
import { namesInScope } from './bulk.queries.ts'
import { type Filter, idsMatching } from './list.queries.ts'
import { moveAct, sendCommand, setEnabledAct } from './service.ts'

const simulators = {
  what: '设备',
  matching: ({ scope }: BulkCaller, filter: Filter) => idsMatching(scope, filter),
  async records({ db, scope }: BulkCaller, ids: readonly number[]) {
    const rows = await namesInScope(db, scope, ids)
    return new Map(
      rows.map(({ id, name }) => [id, { name, to: `/device/deviceDetail?simulatorId=${id}` }] as const),
    )
  },
}

/** What staff do to many simulators: the same as to one. */
export const simulatorBulk: readonly BulkPart[] = [
  bulkPart(deviceBulk.move, { ...simulators, act: moveAct }),
  bulkPart(deviceBulk.setEnabled, { ...simulators, act: setEnabledAct }),
  // Handed over, as a command to one is: what the simulator answers stands with its commands.
  bulkPart(deviceBulk.command, {
    ...simulators,
    one: (to, call, simulatorId, { command }) => sendCommand(to, call, { simulatorId, command }),
  }),
]
