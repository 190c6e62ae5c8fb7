import { Input } from 'antd'
import type { ReactNode } from 'react'
import { Field } from '../../../ui/form/Field.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'

/** What every item has, around what is its own. */
export function CommonFields({ placeholder, children }: { placeholder: string; children?: ReactNode }) {
  return (
    <>
      <Field name="name">
        <Input maxLength={50} placeholder={placeholder} />
      </Field>
      {children}
      <NumberField name="sort" help="小的排在前面" />
    </>
  )
}
