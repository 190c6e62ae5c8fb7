import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import { type CoachRow, coachForm, coachStates } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { gearName, gearOptions } from '../../../parts/gearTypes.ts'
import { PortraitUpload } from '../../../parts/PortraitUpload.tsx'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { clearableIn } from '../../../ui/clearable.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { withMasked } from '../../../ui/form/MaskedField.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { PhoneField, phoneInWords } from '../../../ui/form/PhoneField.tsx'
import { nothingToChoose, optionsOf } from '../../../ui/options.ts'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { coachReads } from './reads.ts'

/** 新增教练, for the school of the open page, if there is one. */
export function AddCoach({ schoolId, onClosed }: { schoolId: number | undefined; onClosed: () => void }) {
  const add = useChange(enrolment.addCoach, { invalidates: coachReads, quiet: true })
  return (
    <DrawerForm
      title="新增教练"
      submitText="新增教练"
      schema={coachForm}
      initial={{ schoolId, gearTypes: ['C1'], state: 'employed' }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={values => add.mutateAsync(values)}
      onClosed={onClosed}
    >
      <OwnSchool />
      <CoachFields
        phone={
          <Field name="phone">
            <Input maxLength={20} inputMode="tel" />
          </Field>
        }
      />
    </DrawerForm>
  )
}

/** 编辑教练. */
export function EditCoach({ coach, onClosed }: { coach: CoachRow; onClosed: () => void }) {
  const update = useChange(enrolment.modifyCoach, { invalidates: coachReads, quiet: true })
  return (
    <DrawerForm
      title={`编辑教练 ${coach.name}`}
      submitText="保存"
      schema={enrolment.modifyCoach.input}
      initial={withMasked({ ...coach }, 'phone')}
      fromLatest={latest => withMasked(latest, 'phone')}
      loading={update.isPending}
      submitError={update.error}
      describe={describe}
      onSubmit={values => update.mutateAsync(values)}
      onClosed={onClosed}
    >
      <CoachFields phone={<PhoneField name="phone" />} />
    </DrawerForm>
  )
}

/** A classroom of another school goes with it. */
function OwnSchool() {
  const form = Form.useFormInstance()
  return (
    <Field name="schoolId" help="一名教练只属于一所驾校，新增后不能更换">
      <SchoolPicker onChange={() => form.setFieldValue('roomId', undefined)} />
    </Field>
  )
}

function CoachFields({ phone }: { phone: ReactNode }) {
  const form = Form.useFormInstance()
  const schoolId: unknown = Form.useWatch('schoolId', { form, preserve: true })
  return (
    <>
      <Field name="photo">
        <PortraitUpload what="照片" />
      </Field>
      <Field name="name">
        <Input maxLength={50} />
      </Field>
      {phone}
      <Field name="roomId" help="常驻的教室，驾校本部或它的服务点，可以不填">
        <RoomPicker schoolId={typeof schoolId === 'number' ? schoolId : undefined} />
      </Field>
      <Field name="gearTypes">
        <Select mode="multiple" options={gearOptions} />
      </Field>
      <NumberField name="years" unit="年" />
      <Field name="state" required help="离职的教练不能再绑定到招生配置">
        <Select options={optionsOf(coachStates)} />
      </Field>
    </>
  )
}

interface PickerProps {
  id?: string
  'aria-required'?: 'true'
  value?: number | null
  onChange?: (value: number | undefined) => void
  onBlur?: () => void
  schoolId: number | undefined
}

/** Classrooms of one school, its service points' too. */
function RoomPicker({ schoolId, value, onChange, ...rest }: PickerProps) {
  const rooms = useQuery({
    ...query(organisations.classroomsOfSchool, { schoolId: schoolId ?? 0 }),
    enabled: schoolId !== undefined,
  })
  return (
    <Select
      {...rest}
      className="ui-wide"
      placeholder="请选择教室"
      notFoundContent={schoolId === undefined ? '请先选择驾校' : nothingToChoose(rooms, '该驾校还没有教室')}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearableIn(rest)}
      value={value ?? null}
      options={(rooms.data ?? []).map(room => ({ value: room.roomId, label: room.roomName }))}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}

/** Values in labels where two versions of a coach are compared. */
function describe(name: string, value: unknown) {
  if (name === 'photo' && typeof value === 'string') return <Picture src={value} alt="照片" height={48} />
  if (name === 'phone') return phoneInWords(value)
  if (name === 'gearTypes' && Array.isArray(value))
    return value.map(gear => gearName(String(gear))).join('、')
  const labels: Readonly<Record<string, string>> = name === 'state' ? coachStates : {}
  return labels[String(value)]
}
