import { Input } from 'antd'
import type { ReactNode } from 'react'
import { Field } from '../../../ui/form/Field.tsx'
import { MaskedField, withMasked } from '../../../ui/form/MaskedField.tsx'

interface Props {
  /** The contract is there: its account stays unless another is typed. */
  kept?: boolean
  clearable?: boolean
  reveal?: ReactNode
}

/** A contract as its form holds it: its account is masked, and sent only where all of another one was typed. */
export const withKeptAccount = ({ bank, ...contract }: Readonly<Record<string, unknown>>) =>
  withMasked({ ...contract, accountNumber: bank }, 'accountNumber')

const help = '平台向驾校付款的账户；须另一人审批，变更的次日起生效并通知驾校'

/** Where the school is paid to, part by part, as banks want it. */
export function AccountFields({ kept = false, clearable = false, reveal }: Props) {
  const number = <Input maxLength={50} inputMode="numeric" autoComplete="off" className="ui-digits" />
  return (
    <>
      <Field name="accountHolder" help="与银行开户的名称一致">
        <Input maxLength={60} autoComplete="off" />
      </Field>
      {kept ? (
        <MaskedField
          name="accountNumber"
          clears={clearable ? '收款账户' : undefined}
          help={`${help}；更换时户名、账号和开户行一起填写`}
          reveal={reveal}
          input={() => number}
        />
      ) : (
        <Field name="accountNumber" help={help}>
          {number}
        </Field>
      )}
      <Field name="accountBank" help="到支行，如：工商银行杭州西湖支行">
        <Input maxLength={60} autoComplete="off" />
      </Field>
      <Field name="accountCode" help="12 位，银行要求时填写">
        <Input maxLength={20} inputMode="numeric" autoComplete="off" className="ui-digits" />
      </Field>
    </>
  )
}
