import { z } from 'zod'
import { bulkKind } from '../../bulk.ts'
import { error } from '../../errors.ts'
import { optionalText } from '../../fields.ts'
import { label } from '../../labels.ts'
import { bills } from './bills.ts'

const list = { codes: bills.list.access, filter: bills.export.input.strict() }

/** What may be done to many bills at once: each under its own locks, so that one that refuses stops no other. */
export const billBulk = {
  /** Tells the school once a day that its bill waits for it. */
  urge: bulkKind({
    kind: 'bill.urge',
    codes: bills.settle.access,
    list,
    input: z.object({}),
    label: () => '催办对账',
  }),
  /** By schools: the platform confirms for one with the paper that the school signed. */
  confirm: bulkKind({
    kind: 'bill.confirm',
    codes: bills.confirm.access,
    stepUp: bills.confirm.stepUp,
    list,
    input: z.object({}),
    label: () => '确认账单',
  }),
  settle: bulkKind({
    kind: 'bill.settle',
    codes: bills.settle.access,
    list,
    input: z.object({}),
    label: () => '转结算',
  }),
  /** All that is left of each and not asked for yet, a request of its own for each. */
  requestPayment: bulkKind({
    kind: 'bill.requestPayment',
    codes: bills.requestPayment.access,
    stepUp: bills.requestPayment.stepUp,
    list,
    input: z.object({
      /** What schools confirmed is settled first; of what they owe, nothing is asked for. */
      settles: label('驾校已对账的先转结算', z.boolean().default(false)),
      reason: label('说明', optionalText(200)),
    }),
    label: ({ settles }) => (settles ? '转结算并申请付款' : '申请付款'),
  }),
}

/** Refusals of what is done to many bills, beside those of doing it to one: −128yy. */
export const billBulkErrors = {
  urgedToday: error(-12870, '今天已经催办过这张账单，请明天再催，或直接联系驾校'),
  urgesNone: error(-12871, (state: string) => `账单是“${state}”状态，不需要驾校确认，请刷新后重试`),
  allRequested: error(-12872, (no: string) => `账单 ${no} 未付的金额已全部申请，请等审批后付款`),
} as const
