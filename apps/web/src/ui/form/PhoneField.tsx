import { Button, Form, Input } from 'antd'
import { Field } from './Field.tsx'

/** Beside the form's own values: what the field shows of the phone that is there. */
const maskedOf = (name: string) => `${name} masked`

/** A record as a form holds it: its phone is masked, so that the field begins empty and is sent only when it was retyped. */
export function withMaskedPhone<Name extends string>(
  record: Readonly<Record<string, unknown>>,
  name: Name,
): Record<string, unknown> {
  return { ...record, [name]: undefined, [maskedOf(name)]: record[name] }
}

/** How such a field reads where two versions of a record are compared. */
export function phoneInWords(value: unknown): string {
  if (value === null) return '清空'
  return typeof value === 'string' && value !== '' ? value : '原来的号码'
}

interface Props {
  name: string
  /** The phone may be taken away: the field is sent as null then. */
  clearable?: boolean
}

/** The phone of a record that is there: shown masked, kept unless another is typed. */
export function PhoneField({ name, clearable = false }: Props) {
  const form = Form.useFormInstance()
  const masked: unknown = Form.useWatch(maskedOf(name), { form, preserve: true })
  const value: unknown = Form.useWatch(name, { form, preserve: true })
  const now = typeof masked === 'string' ? `现为 ${masked}，不填则不变` : '还没有登记'
  const put = (next: null | undefined) => form.setFields([{ name, value: next, touched: true }])
  const clearing = value === null
  return (
    <Field
      name={name}
      help={
        <>
          {clearing ? '保存后清空' : now}
          {clearable && typeof masked === 'string' && (
            <Button
              type="link"
              size="small"
              className="ui-form-inline"
              onClick={() => put(clearing ? undefined : null)}
            >
              {clearing ? '不清空' : '清空手机号'}
            </Button>
          )}
        </>
      }
    >
      <Input
        maxLength={20}
        inputMode="tel"
        autoComplete="off"
        placeholder={typeof masked === 'string' ? masked : '11 位手机号'}
      />
    </Field>
  )
}
