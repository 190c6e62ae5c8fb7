import { deviceBulk } from '@drivesim/contract/devices/devices/deviceBulk'
import type { SimulatorRow } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import type { InputOf } from '@drivesim/contract/endpoint'
import { useChange } from '../../../api/query.ts'
import { RoomFields } from '../../../parts/RoomFields.tsx'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { number } from '../../../ui/format.ts'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { useUndo } from '../../../ui/useUndo.tsx'
import { deviceReads } from './reads.ts'

/** 移动设备 to another classroom; its past stays with the old one. */
export function MoveSimulator({ simulator, onClosed }: { simulator: SimulatorRow; onClosed: () => void }) {
  const move = useChange(devices.move, { invalidates: deviceReads, quiet: true })
  const moveBack = useChange(devices.move, { invalidates: deviceReads })
  const offerUndo = useUndo()
  const { simulatorId, simulatorName, organId, roomId, version } = simulator
  const submit = async (values: InputOf<typeof devices.move>) => {
    await move.mutateAsync(values)
    // A move writes the simulator once, so that its version is the next one.
    const back = { simulatorId, organId, roomId, version: version + 1 }
    offerUndo({ done: `已移动“${simulatorName}”`, undo: () => moveBack.mutateAsync(back) })
  }
  return (
    <DrawerForm
      title={`移动设备 ${simulatorName}`}
      submitText="移动设备"
      schema={devices.move.input}
      initial={{ simulatorId, version, organId }}
      loading={move.isPending}
      submitError={move.error}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <p>
        现在位于 {simulator.organName} · {simulator.classroomName}
        。移动后产生的训练和故障记在新教室名下，以往的记录仍属于原机构。
      </p>
      <RoomFields />
    </DrawerForm>
  )
}

interface ManyProps {
  selected: SelectedRows<SimulatorRow>
  onStarted: () => void
  onClosed: () => void
}

/** 移动设备, many at once: a job. */
export function MoveSimulators({ selected, onStarted, onClosed }: ManyProps) {
  const { start, isPending, error } = useBulk(deviceReads, { quiet: true })
  const { rows, count, filter } = selected
  const [first] = rows
  const isOneSchool = filter === null && rows.every(({ organId }) => organId === first?.organId)
  const verb = (many: string) => `移动 ${many} 台设备`
  const submit = async (place: { organId: number; roomId: number }) => {
    const selection = selectionOf(selected, ({ simulatorId }) => simulatorId)
    await start({ kind: deviceBulk.move, selection, input: place, verb })
    onStarted()
  }
  return (
    <DrawerForm
      title={verb(number(count))}
      submitText={verb(number(count))}
      schema={deviceBulk.move.input}
      initial={isOneSchool ? { organId: first?.organId } : {}}
      loading={isPending}
      submitError={error}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <p>
        移动后产生的训练和故障记在新教室名下，以往的记录仍属于原机构。正在训练的不会移动，会列为失败，可以稍后重试。
      </p>
      <RoomFields />
    </DrawerForm>
  )
}
