import { type SimulatorRow, simulatorMachine } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { useUndo } from '../../../ui/useUndo.tsx'
import { disableConsequence, enableConsequence } from './consequences.ts'
import { deviceReads } from './reads.ts'

/** 停用 or 启用 of a simulator. */
export function useDeviceSwitch(): (row: SimulatorRow) => RowAction {
  const confirm = useConfirm()
  const offerUndo = useUndo()
  const setEnabled = useChange(devices.setEnabled, { invalidates: deviceReads })
  return (row: SimulatorRow): RowAction => {
    const enabling = row.stateId === 'disabled'
    const action = enabling ? 'enable' : 'disable'
    const verb = simulatorMachine.actions[action].label
    return {
      label: enabling ? '启用' : '停用',
      reason: simulatorMachine.reason(action, row.stateId),
      onAct: () =>
        confirm({
          title: `${verb}“${row.simulatorName}”？`,
          consequence: enabling ? enableConsequence : disableConsequence,
          verb,
          danger: !enabling,
          run: async () => {
            const { simulatorId, simulatorName } = row
            await setEnabled.mutateAsync({ simulatorId, enabled: enabling })
            const undo = () => setEnabled.mutateAsync({ simulatorId, enabled: !enabling })
            offerUndo({ done: `已${verb}“${simulatorName}”`, undo })
          },
        }),
    }
  }
}
