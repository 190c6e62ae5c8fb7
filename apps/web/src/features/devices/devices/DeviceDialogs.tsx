import type { SimulatorDetail, SimulatorRow } from '@drivesim/contract/devices/devices/deviceShapes'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { useAddedMessage } from '../../../ui/useAddedMessage.tsx'
import { DeviceKey } from './DeviceKey.tsx'
import { MoveSimulator, MoveSimulators } from './MoveSimulator.tsx'
import { type Printed, PrintLabels } from './PrintLabels.tsx'
import { AddSimulator, EditSimulator } from './SimulatorForm.tsx'

export type DeviceDialog =
  | {
      kind: 'add'
      /** Where it is to stand, as the form begins. */
      organId?: number
    }
  | { kind: 'edit'; simulator: SimulatorDetail }
  | { kind: 'move'; simulator: SimulatorRow }
  | { kind: 'moveMany'; selected: SelectedRows<SimulatorRow>; onStarted: () => void }
  | {
      kind: 'key'
      simulatorNum: string
      deviceKey: string | null
      /** Of one that was just added. */
      addedId?: number
    }
  | { kind: 'print'; simulators: readonly Printed[] }

interface Props {
  dialog: DeviceDialog
  mayPrint: boolean
  onOpen: (dialog: DeviceDialog) => void
  onClosed: () => void
}

/** The one dialog about simulators that is open. */
export function DeviceDialogs({ dialog, mayPrint, onOpen, onClosed }: Props) {
  const made = useAddedMessage()
  switch (dialog.kind) {
    case 'add':
      return (
        <AddSimulator
          initial={dialog.organId === undefined ? {} : { organId: dialog.organId }}
          onAdded={({ simulatorId, simulatorNum }, deviceKey) =>
            onOpen({ kind: 'key', simulatorNum, deviceKey, addedId: simulatorId })
          }
          onClosed={onClosed}
        />
      )
    case 'edit':
      return <EditSimulator simulator={dialog.simulator} onClosed={onClosed} />
    case 'move':
      return <MoveSimulator simulator={dialog.simulator} onClosed={onClosed} />
    case 'moveMany':
      return <MoveSimulators selected={dialog.selected} onStarted={dialog.onStarted} onClosed={onClosed} />
    case 'key': {
      const { simulatorNum, deviceKey, addedId } = dialog
      const leave = () => {
        onClosed()
        if (addedId !== undefined) made(`设备 ${simulatorNum}`, `/device/deviceDetail?simulatorId=${addedId}`)
      }
      const print = () => {
        if (addedId !== undefined) onOpen({ kind: 'print', simulators: [{ simulatorId: addedId }] })
      }
      return (
        <DeviceKey
          simulatorNum={simulatorNum}
          deviceKey={deviceKey}
          onPrint={addedId !== undefined && mayPrint ? print : undefined}
          onClosed={leave}
        />
      )
    }
    case 'print':
      return <PrintLabels simulators={dialog.simulators} onClosed={onClosed} />
  }
}
