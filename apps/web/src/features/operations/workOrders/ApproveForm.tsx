import { mayUse } from '@drivesim/contract/access'
import { label } from '@drivesim/contract/labels'
import { workOrderAccess } from '@drivesim/contract/operations/workOrders/workOrderAccess'
import { workOrderErrors } from '@drivesim/contract/operations/workOrders/workOrderErrors'
import { isTakenOnSite } from '@drivesim/contract/operations/workOrders/workOrderEvidence'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { query, useChange } from '../../../api/query.ts'
import {
  emptySignature,
  hasSignature,
  SignatureField,
  sendSignature,
  signatureForm,
} from '../../../parts/signature/SignatureField.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useQuestion } from '../../../ui/form/useQuestion.ts'
import { money } from '../../../ui/format.ts'
import { BlockSkeleton } from '../../../ui/states.tsx'
import { CheckSummary } from './CheckSummary.tsx'
import styles from './forms.module.css'
import type { OrderFormProps } from './orderForm.ts'
import { Pictures } from './Pictures.tsx'
import { workOrderReads } from './reads.ts'
import { useActor } from './useActor.ts'

const { orderId, version } = workOrders.approve.input.shape
/** Nothing of a signature, or all of it. */
const noSignature = z
  .custom<typeof emptySignature>(value => !hasSignature(Object.assign({}, emptySignature, value)))
  .transform(() => undefined)
const requiredSignature = z.object({ orderId, version, signature: label('现场签字', signatureForm) })
const optionalSignature = z.object({
  orderId,
  version,
  signature: label('现场签字', z.union([noSignature, signatureForm])),
})

export const stillReporting = {
  asks: workOrderErrors.stillReporting,
  title: '设备仍在上报故障',
  consequence: '确认后这些故障记为人工消除。',
  verb: '确认已修复',
} as const

/** 验收: what was done, and for whoever did it themselves the school's signature. */
export function ApproveForm({ order, onClosed }: OrderFormProps) {
  const { id, codes } = useActor()
  const approve = useChange(workOrders.approve, { invalidates: workOrderReads, quiet: true })
  const question = useQuestion()
  const own = order.assigneeId === id || !mayUse(workOrderAccess.approve.codes, codes)
  return (
    <DrawerForm<z.output<typeof optionalSignature>>
      title={`验收 ${order.no}`}
      submitText="验收通过"
      schema={own ? requiredSignature : optionalSignature}
      initial={{ orderId: order.orderId, version: order.version, signature: emptySignature }}
      loading={approve.isPending}
      submitError={approve.error}
      onSubmit={async ({ signature, ...values }) => {
        const signed = signature && { signature: await sendSignature(signature) }
        await question(stillReporting, faultsStillOpen =>
          approve.mutateAsync({ ...values, ...signed, faultsStillOpen }),
        )
      }}
      onClosed={onClosed}
    >
      <Outcome orderId={order.orderId} />
      <Field
        name="signature"
        required={own}
        help={own ? '自己处理的工单须由驾校人员现场签字' : '可以不签，通过后工单完成'}
      >
        <SignatureField />
      </Field>
    </DrawerForm>
  )
}

/** What was done. */
function Outcome({ orderId: of }: { orderId: number }) {
  const { data: order } = useQuery(query(workOrders.info, { orderId: of }, { quiet: true }))
  if (order === undefined) return <BlockSkeleton height={120} />
  const planned = order.source === 'plan'
  const pictures = order.pictures.filter(({ kind }) => (planned ? isTakenOnSite(kind) : kind === 'after'))
  return (
    <div className={styles.done}>
      <Facts
        items={[
          ['处理结果', order.dealResultName],
          ['处理人', order.assigneeName],
          ['配件和服务费', money(order.partsFee + order.serviceFee)],
        ]}
      />
      <CheckSummary order={order} />
      {order.dealNote !== null && <p>{order.dealNote}</p>}
      <Pictures pictures={pictures} empty={planned ? '没有照片。' : '没有维修后照片。'} />
    </div>
  )
}
