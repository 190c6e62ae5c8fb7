import { Input } from 'antd'
import { MaskedField, maskedInWords } from './MaskedField.tsx'

/** How such a field reads where two versions of a record are compared. */
export const phoneInWords = (value: unknown): string => maskedInWords(value, '原来的号码')

interface Props {
  name: string
  /** The phone may be taken away: the field is sent as null then. */
  clearable?: boolean
}

/** The phone of a record that is there: shown masked, kept unless another is typed. */
export function PhoneField({ name, clearable = false }: Props) {
  return (
    <MaskedField
      name={name}
      clears={clearable ? '手机号' : undefined}
      input={masked => (
        <Input maxLength={20} inputMode="tel" autoComplete="off" placeholder={masked ?? '11 位手机号'} />
      )}
    />
  )
}
