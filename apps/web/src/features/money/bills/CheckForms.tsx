import type { BillRow } from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import { useChange } from '../../../api/query.ts'
import { VoucherField } from '../../../parts/Voucher.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { billReads } from './reads.ts'
import { owedWords } from './words.ts'

export interface BillFormProps {
  bill: BillRow
  onClosed: () => void
}

/** 平台代确认, with the paper that the school signed. */
export function ConfirmForm({ bill: { billId, version, no, net }, onClosed }: BillFormProps) {
  const confirm = useChange(bills.confirm, { invalidates: billReads, quiet: true })
  return (
    <DrawerForm
      title={`代驾校确认 ${no}`}
      submitText="确认账单"
      schema={bills.confirm.input}
      initial={{ billId, version }}
      loading={confirm.isPending}
      submitError={confirm.error}
      onSubmit={values => confirm.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field
        name="voucherId"
        label="驾校签章的对账单照片"
        required
        help={`确认后按净额结算：${owedWords(net)}。驾校的期末代收未用一并确认`}
      >
        <VoucherField what="对账单照片" />
      </Field>
    </DrawerForm>
  )
}
