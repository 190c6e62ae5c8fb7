import { Button, Form } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import { Field } from './Field.tsx'

/** Beside the form's own values: what the field shows of what is there. */
const maskedOf = (name: string) => `${name} masked`

/** A record as a form holds it: this field of it is masked, so that it begins empty and is sent only when it was retyped. */
export function withMasked<Name extends string>(
  record: Readonly<Record<string, unknown>>,
  name: Name,
): Record<string, unknown> {
  return { ...record, [name]: undefined, [maskedOf(name)]: record[name] }
}

/** How such a field reads where two versions of a record are compared. @param kept `原来的号码` */
export function maskedInWords(value: unknown, kept: string): string {
  if (value === null) return '清空'
  return typeof value === 'string' && value !== '' ? value : kept
}

interface Props {
  name: string
  /** What is to be cleared: `手机号`; without it the field cannot be taken away. */
  clears?: string | undefined
  /** What else is to be known of it. */
  help?: ReactNode
  /** Where all of what is there can be looked at. */
  reveal?: ReactNode
  /** @param masked what is there; null: nothing */
  input: (masked: string | null) => ReactElement
}

/** What is there is shown masked, kept unless something else is typed, and sent as null where it was cleared. */
export function MaskedField({ name, clears, help, reveal, input }: Props) {
  const form = Form.useFormInstance()
  const shown: unknown = Form.useWatch(maskedOf(name), { form, preserve: true })
  const value: unknown = Form.useWatch(name, { form, preserve: true })
  const masked = typeof shown === 'string' ? shown : null
  const put = (next: null | undefined) => form.setFields([{ name, value: next, touched: true }])
  const clearing = value === null
  const now = masked === null ? '还没有登记' : `现为 ${masked}，不填则不变`
  return (
    <Field
      name={name}
      help={
        <>
          {clearing ? '保存后清空' : now} {masked !== null && reveal}
          {clears !== undefined && masked !== null && (
            <Button
              type="link"
              size="small"
              className="ui-form-inline"
              onClick={() => put(clearing ? undefined : null)}
            >
              {clearing ? '不清空' : `清空${clears}`}
            </Button>
          )}
          {help !== undefined && <div>{help}</div>}
        </>
      }
    >
      {input(masked)}
    </Field>
  )
}
