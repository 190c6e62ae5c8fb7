import type { BillRow } from '@drivesim/contract/billShapes'
import { bills } from '@drivesim/contract/bills'
import { Input } from 'antd'
import { useChange } from '../../api/query.ts'
import { VoucherField } from '../../parts/Voucher.tsx'
import { DrawerForm } from '../../ui/form/DrawerForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { billReads } from './reads.ts'
import { owed } from './words.ts'

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
        help={`确认后按净额结算：${owed(net)}。驾校的期末代收未用一并确认`}
      >
        <VoucherField what="对账单照片" />
      </Field>
    </DrawerForm>
  )
}

/** 提出异议, of the whole statement or about one order. */
export function ObjectForm({ bill: { billId, version, no }, onClosed }: BillFormProps) {
  const object = useChange(bills.object, { invalidates: billReads, quiet: true })
  return (
    <DrawerForm
      title={`对 ${no} 提出异议`}
      submitText="提出异议"
      schema={bills.object.input}
      initial={{ billId, version }}
      loading={object.isPending}
      submitError={object.error}
      onSubmit={values => object.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="reason" help="平台答复前账单不会结算；账单不改动，有误的金额以调整单计入下期">
        <Input.TextArea rows={4} maxLength={500} />
      </Field>
      <Field name="orderNo" help="只涉及某一订单时填写，可以不填">
        <Input maxLength={32} />
      </Field>
    </DrawerForm>
  )
}

/** 答复异议. What was promised is an adjustment of its own. */
export function AnswerForm({ bill: { billId, version, no }, onClosed }: BillFormProps) {
  const answer = useChange(bills.answer, { invalidates: billReads, quiet: true })
  return (
    <DrawerForm
      title={`答复 ${no} 的异议`}
      submitText="答复"
      schema={bills.answer.input}
      initial={{ billId, version }}
      loading={answer.isPending}
      submitError={answer.error}
      onSubmit={values => answer.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="text" help="答复后由驾校再次确认；金额有误的，请另行新增调整单">
        <Input.TextArea rows={4} maxLength={500} />
      </Field>
    </DrawerForm>
  )
}
