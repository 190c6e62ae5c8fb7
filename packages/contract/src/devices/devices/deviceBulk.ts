import { bulkKind } from '../../bulk.ts'
import { commandNames } from '../telemetry/telemetry.ts'
import { simulatorMachine } from './deviceShapes.ts'
import { devices } from './devices.ts'

const codes = devices.modify.access
const list = { codes: devices.list.access, filter: devices.export.input.strict() }
const { enable, disable, move } = simulatorMachine.actions

/** What may be done to many simulators at once: what may be done to one. */
export const deviceBulk = {
  move: bulkKind({
    kind: 'device.move',
    codes,
    list,
    input: devices.move.input.pick({ organId: true, roomId: true }),
    label: () => move.label,
  }),
  setEnabled: bulkKind({
    kind: 'device.setEnabled',
    codes,
    list,
    input: devices.setEnabled.input.pick({ enabled: true }),
    label: ({ enabled }) => (enabled ? enable : disable).label,
  }),
  command: bulkKind({
    kind: 'device.command',
    codes,
    list,
    input: devices.command.input.pick({ command: true }),
    label: ({ command }) => commandNames[command],
  }),
}
