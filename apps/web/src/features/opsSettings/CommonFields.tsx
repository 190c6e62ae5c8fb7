import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { Field } from '../../ui/form/Field.tsx'

/** What every item has, around what is its own. */
export function CommonFields({ placeholder, children }: { placeholder: string; children?: ReactNode }) {
  return (
    <>
      <Field name="name">
        <Input maxLength={50} placeholder={placeholder} />
      </Field>
      {children}
      <Field name="sort" help="小的排在前面">
        <InputNumber className="ui-wide" min={0} max={9999} precision={0} />
      </Field>
    </>
  )
}
