import { Input } from 'antd'
import type { ReactNode } from 'react'
import { Choices } from '../ui/form/Choices.tsx'
import { Field } from '../ui/form/Field.tsx'
import { ConsentField } from './ConsentCheck.tsx'
import { gearOptions } from './gearTypes.ts'
import { SchoolPicker } from './SchoolPicker.tsx'

/** A new student, of the schema of `students.add`. The name first: most have one school, which is chosen already. */
export function StudentFields({ children }: { children?: ReactNode }) {
  return (
    <>
      <Field name="userName">
        <Input maxLength={50} />
      </Field>
      <Field name="userPhone">
        <Input maxLength={20} inputMode="tel" placeholder="11 位手机号" />
      </Field>
      <Field name="idNumber" help="选填；保存后只显示后四位">
        <Input maxLength={30} placeholder="18 位身份证号" />
      </Field>
      <Field name="gearType">
        <Choices optionType="button" options={gearOptions} />
      </Field>
      <Field name="schoolId">
        <SchoolPicker />
      </Field>
      {children}
      <div className="ui-form-full">
        <ConsentField who="学员" />
      </div>
    </>
  )
}
