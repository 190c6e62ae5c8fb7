import { commonErrors } from '@drivesim/contract/errors'
import { bills } from '@drivesim/contract/money/bills/bills'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { CallError } from '../../../api/callError.ts'
import { query, useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { BlockSkeleton } from '../../../ui/states.tsx'
import { AttachmentsField } from './Attachments.tsx'
import type { BillFormProps } from './CheckForms.tsx'
import { LineOrders } from './LineOrders.tsx'
import { OrdersField } from './OrdersField.tsx'
import { billReads } from './reads.ts'
import { Remarks } from './Thread.tsx'
import styles from './thread.module.css'

/** 提出异议, of the whole statement or about some of its orders. */
export function ObjectForm({ bill: { billId, version, no }, onClosed }: BillFormProps) {
  const object = useChange(bills.object, { invalidates: billReads, quiet: true })
  return (
    <DrawerForm
      title={`对 ${no} 提出异议`}
      submitText="提出异议"
      schema={bills.object.input}
      initial={{ billId, version, orders: [], attachments: [] }}
      loading={object.isPending}
      submitError={object.error}
      onSubmit={values => object.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="reason" term="异议" help="平台财务会收到提醒；答复前不结算，也不会视为确认">
        <Input.TextArea rows={4} maxLength={500} />
      </Field>
      <Field name="orders" help="只涉及某些订单时选择，可以不选">
        <OrdersField billId={billId} />
      </Field>
      <Field name="attachments">
        <AttachmentsField />
      </Field>
    </DrawerForm>
  )
}

/** 补充说明, of either side, while the objection is open. */
export function RemarkForm({ bill: { billId, no }, onClosed }: BillFormProps) {
  const remark = useChange(bills.remark, { invalidates: billReads, quiet: true })
  return (
    <DrawerForm
      title={`对 ${no} 的异议补充说明`}
      submitText="补充说明"
      schema={bills.remark.input}
      initial={{ billId, orders: [], attachments: [] }}
      loading={remark.isPending}
      submitError={remark.error}
      onSubmit={values => remark.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="text" help="对方会收到提醒；账单仍等待平台答复">
        <Input.TextArea rows={4} maxLength={500} />
      </Field>
      <Field name="orders" help="可以不选">
        <OrdersField billId={billId} />
      </Field>
      <Field name="attachments">
        <AttachmentsField />
      </Field>
    </DrawerForm>
  )
}

/** 答复异议, with the objection in sight. What was promised is an adjustment of its own. */
export function AnswerForm({ bill: { billId, no }, onClosed }: BillFormProps) {
  const answer = useChange(bills.answer, { invalidates: billReads, quiet: true })
  const detail = useQuery(query(bills.info, { billId }, { quiet: true }))
  const [line, openLine] = useState<number | null>(null)
  const bill = detail.data
  const opened = bill?.lines.find(({ lineId }) => lineId === line)
  // Both versions side by side say nothing here: what was added meanwhile is read above the answer, which stays.
  const problem = useMemo(
    () => (isStale(answer.error) ? new Error('账单刚有变动，请看过上面的异议往来后再提交') : answer.error),
    [answer.error],
  )
  return (
    <>
      <DrawerForm
        title={`答复 ${no} 的异议`}
        submitText="答复"
        schema={bills.answer.input}
        initial={{ billId, attachments: [] }}
        loading={answer.isPending || bill === undefined}
        submitError={problem ?? detail.error}
        onSubmit={values => answer.mutateAsync({ ...values, version: bill?.version })}
        onClosed={onClosed}
      >
        <section className={styles.quoted} aria-label="要答复的异议">
          {bill === undefined ? (
            <BlockSkeleton height={120} />
          ) : (
            <Remarks remarks={sinceObjection(bill.thread)} lines={bill.lines} onOpenLine={openLine} />
          )}
        </section>
        <Field name="text" help="答复后由驾校再次确认；金额有误的，请另行新增调整单">
          <Input.TextArea rows={4} maxLength={500} />
        </Field>
        <Field name="attachments">
          <AttachmentsField />
        </Field>
      </DrawerForm>
      {opened !== undefined && <LineOrders billId={billId} line={opened} onClosed={() => openLine(null)} />}
    </>
  )
}

/** What is to be answered: the last objection, and what was said since. */
function sinceObjection<R extends { kind: string }>(remarks: readonly R[]): readonly R[] {
  return remarks.slice(
    Math.max(
      0,
      remarks.findLastIndex(({ kind }) => kind === 'objection'),
    ),
  )
}

const isStale = (error: Error | null) =>
  error instanceof CallError && error.code === commonErrors.staleVersion.code
