import type { SimulatorDetail, SimulatorRow } from '@drivesim/contract/deviceShapes'
import { DeviceKey } from './DeviceKey.tsx'
import { MoveSimulator } from './MoveSimulator.tsx'
import { PrintLabels } from './PrintLabels.tsx'
import { AddSimulator, EditSimulator } from './SimulatorForm.tsx'

export type DeviceDialog =
  | { kind: 'add' }
  | { kind: 'edit'; simulator: SimulatorDetail }
  | { kind: 'move'; simulator: SimulatorRow }
  | { kind: 'key'; simulatorNum: string; deviceKey: string | null }
  | { kind: 'print'; simulators: readonly SimulatorRow[] }

interface Props {
  dialog: DeviceDialog
  onOpen: (dialog: DeviceDialog) => void
  onClosed: () => void
}

/** The one dialog about simulators that is open. */
export function DeviceDialogs({ dialog, onOpen, onClosed }: Props) {
  switch (dialog.kind) {
    case 'add':
      return (
        <AddSimulator
          onAdded={(simulatorNum, deviceKey) => onOpen({ kind: 'key', simulatorNum, deviceKey })}
          onClosed={onClosed}
        />
      )
    case 'edit':
      return <EditSimulator simulator={dialog.simulator} onClosed={onClosed} />
    case 'move':
      return <MoveSimulator simulator={dialog.simulator} onClosed={onClosed} />
    case 'key':
      return <DeviceKey simulatorNum={dialog.simulatorNum} deviceKey={dialog.deviceKey} onClosed={onClosed} />
    case 'print':
      return <PrintLabels simulators={dialog.simulators} onClosed={onClosed} />
  }
}
