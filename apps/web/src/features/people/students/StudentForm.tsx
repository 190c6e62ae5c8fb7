import type { ParsedOf } from '@drivesim/contract/endpoint'
import type { StudentRow } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { Form, Input, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { gearName, gearOptions } from '../../../parts/gearTypes.ts'
import { StudentFields } from '../../../parts/StudentFields.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { withMasked } from '../../../ui/form/MaskedField.tsx'
import { PhoneField, phoneInWords } from '../../../ui/form/PhoneField.tsx'
import { useAddedMessage } from '../../../ui/useAddedMessage.tsx'
import { CoachPicker, TagsInput } from './markPickers.tsx'
import { studentReads } from './reads.ts'
import { tagsDiffer, useTagsUndo } from './TagsForm.tsx'

interface AddProps {
  /** 办理 for the new student; undefined for who may not. */
  onServe: ((studentId: number) => void) | undefined
  /** Where they are added, unless another school is chosen. */
  schoolId: number | undefined
  onClosed: () => void
}

/** 新增学员 at a school. */
export function AddStudent({ schoolId, onServe, onClosed }: AddProps) {
  const add = useChange(students.add, { invalidates: studentReads, quiet: true })
  const made = useAddedMessage()
  return (
    <DrawerForm
      title="新增学员"
      submitText="新增学员"
      schema={students.add.input}
      initial={{ schoolId }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        const { userId } = await add.mutateAsync(values)
        made(
          `学员“${values.userName}”`,
          `/student/studentDetail?userId=${userId}`,
          onServe && { word: '办理', onPress: () => onServe(userId) },
        )
      }}
      onClosed={onClosed}
    >
      <StudentFields>
        <Marks />
      </StudentFields>
    </DrawerForm>
  )
}

/** 编辑学员; phone and ID number are not read here in full, so that an empty field keeps what is there. */
export function EditStudent({ student, onClosed }: { student: StudentRow; onClosed: () => void }) {
  const modify = useChange(students.modify, { invalidates: studentReads, quiet: true })
  const offerUndo = useTagsUndo()
  const { userName } = student
  return (
    <DrawerForm
      title={`编辑学员 ${userName}`}
      submitText="保存"
      schema={students.modify.input}
      initial={formOf(student)}
      loading={modify.isPending}
      submitError={modify.error}
      describe={describe}
      fromLatest={formOf}
      onSubmit={async values => {
        await modify.mutateAsync({ ...values, coachId: values.coachId ?? null })
        if (tagsDiffer(student, values) && isElseSame(student, values)) offerUndo(student)
      }}
      onClosed={onClosed}
    >
      <Field name="userName">
        <Input maxLength={50} />
      </Field>
      <PhoneField name="userPhone" />
      <Field
        name="idNumber"
        help={student.idNumber === null ? '还没有登记' : `现为 ${student.idNumber}，不填则不变`}
      >
        <Input maxLength={30} placeholder={student.idNumber === null ? '18 位身份证号' : '不修改'} />
      </Field>
      <Field name="gearType" help="更正现在的报名；再学一种驾照请用“增驾”">
        <Select options={gearOptions} />
      </Field>
      <Marks schoolId={student.schoolId} />
    </DrawerForm>
  )
}

/** Coach and tags. @param schoolId of the student; while one is added, what the form says */
function Marks({ schoolId }: { schoolId?: number }) {
  const chosen: unknown = Form.useWatch('schoolId', Form.useFormInstance())
  const at = schoolId ?? (typeof chosen === 'number' ? chosen : undefined)
  return (
    <>
      <Field name="coachId" help="选填">
        <CoachPicker schoolId={at} />
      </Field>
      <Field name="tags" help="选填；每个最多 20 个字">
        <TagsInput schoolId={at} />
      </Field>
    </>
  )
}

/** Whether a form leaves all but the tags as it is; of phone and ID number, what is not typed stays. */
const isElseSame = (
  before: StudentRow,
  { userName, gearType, coachId, userPhone, idNumber }: ParsedOf<typeof students.modify>,
) =>
  userName === before.userName &&
  gearType === before.gearType &&
  (coachId ?? null) === before.coachId &&
  userPhone === undefined &&
  idNumber === undefined

/** A student as the form holds them: of what is masked nothing, so that it stays as it is. */
const formOf = (student: Readonly<Record<string, unknown>>) => ({
  ...withMasked(student, 'userPhone'),
  idNumber: undefined,
})

/** Values in words where two versions of a student are compared. */
function describe(name: string, value: unknown) {
  if (name === 'tags') return Array.isArray(value) ? value.join('、') : undefined
  if (name === 'gearType') return gearName(String(value))
  return name === 'userPhone' || name === 'idNumber' ? phoneInWords(value) : undefined
}
