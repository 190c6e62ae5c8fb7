import type { ClassroomRow } from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { ClockPicker } from '../../../ui/form/ClockPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { organisationReads } from './reads.ts'

/** 新增教室 in a school or one of its service points. */
export function AddClassroom({ schoolId, onClosed }: { schoolId: number; onClosed: () => void }) {
  const add = useChange(organisations.addClassroom, { invalidates: organisationReads, quiet: true })
  return (
    <DrawerForm
      title="新增教室"
      submitText="新增教室"
      schema={organisations.addClassroom.input}
      initial={{ organId: schoolId, opensAt: '08:30', closesAt: '20:00' }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={values => add.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="roomName">
        <Input maxLength={100} placeholder="如 一号教室" />
      </Field>
      <Field name="organId" help="驾校本部，或它的一个服务点；新增后不能更换">
        <PlacePicker schoolId={schoolId} />
      </Field>
      <ClassroomFields />
    </DrawerForm>
  )
}

/** 编辑教室. */
export function EditClassroom({ room, onClosed }: { room: ClassroomRow; onClosed: () => void }) {
  const modify = useChange(organisations.modifyClassroom, { invalidates: organisationReads, quiet: true })
  return (
    <DrawerForm
      title={`编辑教室 ${room.roomName}`}
      submitText="保存"
      schema={organisations.modifyClassroom.input}
      initial={room}
      loading={modify.isPending}
      submitError={modify.error}
      onSubmit={values => modify.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="roomName">
        <Input maxLength={100} />
      </Field>
      <ClassroomFields />
    </DrawerForm>
  )
}

function ClassroomFields() {
  return (
    <>
      <Field name="address" help="与机构地址不同时填写">
        <Input maxLength={200} />
      </Field>
      <Field name="opensAt">
        <ClockPicker />
      </Field>
      <Field name="closesAt" after="opensAt">
        <ClockPicker />
      </Field>
      <NumberField name="seats" help="教室里能放几台模拟器" />
      <Field name="ip" help="教室局域网的出口地址，如 192.168.1.1">
        <Input maxLength={45} />
      </Field>
    </>
  )
}

interface PickerProps {
  id?: string
  value?: number
  onChange?: (value: number) => void
  onBlur?: () => void
  schoolId: number
}

/** A school and its service points that are in use. */
function PlacePicker({ schoolId, ...rest }: PickerProps) {
  const places = usePlaces(schoolId)
  return (
    <Select
      {...rest}
      className="ui-wide"
      showSearch={{ optionFilterProp: 'label' }}
      options={places
        .filter(({ state }) => state === 'enabled')
        .map(({ organizationId, name }) => ({ value: organizationId, label: name }))}
    />
  )
}

/** A school and its service points. */
export function usePlaces(schoolId: number) {
  const list = useQuery(query(organisations.list, {})).data ?? []
  return list.filter(({ organizationId, parentId }) => organizationId === schoolId || parentId === schoolId)
}
