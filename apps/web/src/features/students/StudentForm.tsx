import type { StudentRow } from '@drivesim/contract/studentShapes'
import { students } from '@drivesim/contract/students'
import { Input, Select } from 'antd'
import { useChange } from '../../api/query.ts'
import { gearName, gearOptions } from '../../parts/gearTypes.ts'
import { SchoolPicker } from '../../parts/SchoolPicker.tsx'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { studentReads } from './reads.ts'

/** 新增学员 at a school. */
export function AddStudent({ onClosed }: { onClosed: () => void }) {
  const add = useChange(students.add, { invalidates: studentReads, quiet: true })
  return (
    <DrawerForm
      title="新增学员"
      submitText="新增学员"
      schema={students.add.input}
      initial={{}}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={values => add.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="schoolId" label="驾校">
        <SchoolPicker />
      </Field>
      <Field name="userName" label="姓名">
        <Input maxLength={50} />
      </Field>
      <Field name="userPhone">
        <Input maxLength={11} inputMode="tel" placeholder="11 位手机号" />
      </Field>
      <Field name="idNumber" help="选填；保存后只显示后四位">
        <Input maxLength={18} placeholder="18 位身份证号" />
      </Field>
      <Field name="gearType">
        <Select options={gearOptions} placeholder="请选择驾照类型" />
      </Field>
    </DrawerForm>
  )
}

/** 编辑学员; phone and ID number are not read here in full, so that an empty field keeps what is there. */
export function EditStudent({ student, onClosed }: { student: StudentRow; onClosed: () => void }) {
  const modify = useChange(students.modify, { invalidates: studentReads, quiet: true })
  const { userId, userName, gearType, version } = student
  return (
    <DrawerForm
      title={`编辑学员 ${userName}`}
      submitText="保存"
      schema={students.modify.input}
      initial={{ userId, userName, gearType, version }}
      loading={modify.isPending}
      submitError={modify.error}
      describe={(name, value) => (name === 'gearType' ? gearName(String(value)) : String(value ?? ''))}
      fromLatest={latest => ({
        userName: latest.userName,
        gearType: latest.gearType,
        version: latest.version,
      })}
      onSubmit={values => modify.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="userName" label="姓名">
        <Input maxLength={50} />
      </Field>
      <Field name="userPhone" help={`现为 ${student.userPhone}，不填则不变`}>
        <Input maxLength={11} inputMode="tel" placeholder="不修改" />
      </Field>
      <Field
        name="idNumber"
        help={student.idNumber === null ? '还没有登记' : `现为 ${student.idNumber}，不填则不变`}
      >
        <Input maxLength={18} placeholder={student.idNumber === null ? '18 位身份证号' : '不修改'} />
      </Field>
      <Field name="gearType" help="更正现在的报名；再学一种驾照请用“增驾”">
        <Select options={gearOptions} />
      </Field>
    </DrawerForm>
  )
}
