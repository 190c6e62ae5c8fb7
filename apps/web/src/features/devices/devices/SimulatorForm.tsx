import { type SimulatorDetail, simulatorForm } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { RoomFields } from '../../../parts/RoomFields.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { deviceReads } from './reads.ts'

interface AddProps {
  initial: { organId?: number }
  onAdded: (simulator: { simulatorId: number; simulatorNum: string }, deviceKey: string | null) => void
  onClosed: () => void
}

/** 新增设备; the key made for it is handed on to be shown once. */
export function AddSimulator({ initial, onAdded, onClosed }: AddProps) {
  const add = useChange(devices.add, { invalidates: deviceReads, quiet: true })
  const describe = useDescribe()
  return (
    <DrawerForm
      title="新增设备"
      submitText="新增设备"
      schema={simulatorForm}
      initial={initial}
      loading={add.isPending}
      submitError={add.error}
      describe={describe}
      wide
      onSubmit={async values => {
        const { simulatorId, deviceKey } = await add.mutateAsync(values)
        onAdded({ simulatorId, simulatorNum: values.simulatorNum }, deviceKey)
      }}
      onClosed={onClosed}
    >
      <SimulatorFields />
    </DrawerForm>
  )
}

/** 编辑设备, from the newest version of it. */
export function EditSimulator({ simulator, onClosed }: { simulator: SimulatorDetail; onClosed: () => void }) {
  const modify = useChange(devices.modify, { invalidates: deviceReads, quiet: true })
  const describe = useDescribe()
  return (
    <DrawerForm
      title={`编辑设备 ${simulator.simulatorName}`}
      submitText="保存"
      schema={devices.modify.input}
      initial={simulator}
      loading={modify.isPending}
      submitError={modify.error}
      describe={describe}
      wide
      onSubmit={values => modify.mutateAsync(values)}
      onClosed={onClosed}
    >
      <SimulatorFields />
    </DrawerForm>
  )
}

function SimulatorFields() {
  return (
    <>
      <Field name="simulatorName">
        <Input maxLength={50} placeholder="如 1 号模拟器" />
      </Field>
      <Field name="simulatorNum" help="设备铭牌上的编号：字母、数字和连字符">
        <Input className="ui-capitals" maxLength={32} placeholder="如 SIM-GZ01-0007" />
      </Field>
      <RoomFields />
      <Field name="carNum" help="绑定的教练车车牌，如 粤A1234学">
        <Input maxLength={20} />
      </Field>
      <Field name="bindNum">
        <Input maxLength={20} />
      </Field>
      <Field name="model">
        <Input maxLength={50} />
      </Field>
      <Field name="headsetIp" help="设备联网后会自动上报">
        <Input placeholder="如 192.168.1.20" />
      </Field>
      <Field name="installedAt">
        <DayPicker />
      </Field>
      <Field name="warrantyUntil" after="installedAt">
        <DayPicker />
      </Field>
    </>
  )
}

/** Ids read as names where two versions of a device are compared. */
function useDescribe() {
  const organs = useQuery(query(organisations.list, {})).data
  const rooms = useQuery(query(organisations.classroomsOfOrganisation, {})).data
  return (name: string, value: unknown) => {
    if (name === 'organId') return organs?.find(organ => organ.organizationId === value)?.name ?? ''
    if (name === 'roomId') return rooms?.find(room => room.roomId === value)?.roomName ?? ''
    return undefined
  }
}
