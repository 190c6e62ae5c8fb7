import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import {
  type ContractRow,
  contractForm,
  contractModes,
} from '@drivesim/contract/money/contracts/contractShapes'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import { Form, Select } from 'antd'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useAccountReveal } from '../../../parts/MaskedAccount.tsx'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { Voucher, VoucherField } from '../../../parts/Voucher.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { maskedInWords } from '../../../ui/form/MaskedField.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'
import { PercentInput } from '../../../ui/form/PercentInput.tsx'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import { optionsOf } from '../../../ui/options.ts'
import { useAddedMessage } from '../../../ui/useAddedMessage.tsx'
import { AccountFields, withKeptAccount } from './AccountFields.tsx'
import { accountReveal } from './accountReveal.ts'
import { share } from './contractWords.ts'
import { addMonths, nextPeriod } from './period.ts'
import { contractReads } from './reads.ts'

/** 新增合同, for the school of the open row or page, if there is one. */
export function AddContract({ schoolId, onClosed }: { schoolId: number | undefined; onClosed: () => void }) {
  const today = businessDayOf(serverNow())
  const initial = {
    schoolId,
    mode: 'share',
    billingDay: 5,
    dueDays: 15,
    startsOn: today,
    endsOn: addDays(addMonths(today, 12), -1),
    deemed: false,
  }
  return (
    <NewContract title="新增合同" initial={initial} account={<AccountFields />} onClosed={onClosed}>
      <div className="ui-form-full">
        <Field name="schoolId" help="新增后不能更换">
          <SchoolPicker />
        </Field>
      </div>
    </NewContract>
  )
}

/** 续签: the next period on the same terms; the deposit stays with the contract that it was paid for. */
export function RenewContract({ contract, onClosed }: { contract: ContractRow; onClosed: () => void }) {
  const { attachmentId: _signedThen, ...terms } = contract
  const { button, dialog } = useAccountReveal(accountReveal(contract))
  return (
    <>
      <NewContract
        title={`续签 ${contract.schoolName} ${contract.no}`}
        initial={{ ...withKeptAccount({ ...terms }), ...nextPeriod(contract) }}
        bank={contract.bank}
        account={<AccountFields kept reveal={button} />}
        onClosed={onClosed}
      />
      {dialog}
    </>
  )
}

interface NewProps {
  title: string
  initial: Readonly<Record<string, unknown>>
  /** The account, masked, that it has unless another is typed. */
  bank?: string | null
  /** Where that is typed. */
  account: ReactNode
  onClosed: () => void
  children?: ReactNode
}

function NewContract({ title, initial, bank, account, onClosed, children }: NewProps) {
  const add = useChange(contracts.add, { invalidates: contractReads, quiet: true })
  const made = useAddedMessage()
  return (
    <DrawerForm
      wide
      title={title}
      submitText="新增合同"
      schema={contractForm}
      initial={initial}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        const { no, contractId } = await add.mutateAsync({
          ...values,
          bank,
        })
        made(`合同 ${no}`, `/finacial/configuration?contractId=${contractId}`)
      }}
      onClosed={onClosed}
    >
      {children}
      <Terms account={account} />
    </DrawerForm>
  )
}

/** 编辑合同. */
export function EditContract({ contract, onClosed }: { contract: ContractRow; onClosed: () => void }) {
  const modify = useChange(contracts.modify, { invalidates: contractReads, quiet: true })
  const { button, dialog } = useAccountReveal(accountReveal(contract))
  return (
    <>
      <DrawerForm
        wide
        title={`编辑合同 ${contract.no}`}
        submitText="保存"
        schema={contracts.modify.input}
        initial={withKeptAccount({ ...contract })}
        fromLatest={withKeptAccount}
        loading={modify.isPending}
        submitError={modify.error}
        describe={describe}
        onSubmit={values => modify.mutateAsync(values)}
        onClosed={onClosed}
      >
        <Terms account={<AccountFields kept clearable reveal={button} />} />
      </DrawerForm>
      {dialog}
    </>
  )
}

function Terms({ account }: { account: ReactNode }) {
  const form = Form.useFormInstance()
  const mode: unknown = Form.useWatch('mode', { form, preserve: true })
  return (
    <>
      <Field name="mode">
        <Select options={optionsOf(contractModes)} />
      </Field>
      {mode === 'rent' ? (
        <Field name="monthlyRent" required>
          <YuanInput />
        </Field>
      ) : (
        <Field name="platformBp" required>
          <PercentInput />
        </Field>
      )}
      <Field name="startsOn">
        <DayPicker />
      </Field>
      <Field name="endsOn" after="startsOn" help="当天仍在合同期内">
        <DayPicker />
      </Field>
      <NumberField name="billingDay" unit="日" />
      <NumberField name="dueDays" required unit="天" />
      <Field name="deposit" help="实际收退在“押金”中登记">
        <YuanInput />
      </Field>
      <Field name="offlineCap" help="不填则与约定押金相同；为 0 时不能收现金">
        <YuanInput />
      </Field>
      {account}
      <Field name="deemed">
        <OnOff />
      </Field>
      <div className="ui-form-full">
        <Field name="attachmentId" help="双方签章的合同照片">
          <VoucherField what="合同附件" />
        </Field>
      </div>
    </>
  )
}

/** Values in words where two versions of a contract are compared. */
function describe(name: string, value: unknown) {
  if (name === 'mode') return value === 'rent' ? contractModes.rent : contractModes.share
  if (name === 'accountNumber') return maskedInWords(value, '原来的账户')
  if (typeof value !== 'number') return undefined
  if (name === 'platformBp') return share(value)
  if (name === 'attachmentId') return <Voucher voucherId={value} alt="合同附件" />
  return ['monthlyRent', 'deposit', 'offlineCap'].includes(name) ? money(value) : undefined
}
