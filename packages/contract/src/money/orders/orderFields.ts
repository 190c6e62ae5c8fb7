import { z } from 'zod'
import {
  beginDate,
  endDate,
  filter,
  hasMaskedAccount,
  id,
  optionalText,
  organId,
  searchText,
  text,
} from '../../fields.ts'
import { fen, label } from '../../labels.ts'
import { mostRecharged, refundState } from './orderShapes.ts'

/** What the calls of 订单 have in common: recharges, course orders, refunds. */
export const orderBase = '/order/api'

/** Days of the orders; both ends included. */
export const orderDays = { beginDate: filter(beginDate), endDate: filter(endDate) }

export const orderId = label('订单', id)
export const refundId = label('退款单', id)
export const studentId = label('学员', id)
export const clerkId = label('经手人', filter(id))
export const orderAmount = label('金额', fen(1, mostRecharged))
export const orderReason = label('原因', text(200))
export const refundAmount = label('退款金额', fen(1, mostRecharged))
export const refundMinutes = label('退还分钟', z.int().min(1).max(10_000))
export const refundReason = label('退款原因', text(200))

/** `paramValue`: a number of an order, or a part of a student's name. */
export const orderSearch = {
  paramValue: searchText,
  organId: filter(organId),
  studentId: filter(studentId),
  clerkId,
}

export const readCall = { method: 'GET', access: 'signedIn' } as const
export const sellCall = { method: 'POST', access: ['order:edit'] } as const
export const decideCall = { method: 'POST', access: ['finance:edit'] } as const

/** Nobody can be paid to a number as replies show it. */
const isPayable = (payee: string | null): boolean => payee === null || !hasMaskedAccount(payee)
const notPayable = '收款人的账号有隐去的数字，请填写完整的账号'

/** Who a transfer goes to: the name, the bank and the number. */
export const payee = label('收款人', text(100).refine(isPayable, notPayable))
export const optionalPayee = label('收款人', optionalText(100).refine(isPayable, notPayable))

/** A transfer goes to somebody. */
export function requirePayee(
  { method, payee }: { method: string; payee: string | null },
  context: z.RefinementCtx,
): void {
  if (method === 'bankTransfer' && payee === null)
    context.addIssue({ code: 'custom', path: ['payee'], message: '请填写收款人和银行账号' })
}

/** What asking for a refund answers. Fen. */
export const refundReply = z.object({
  refundId: z.int(),
  amount: z.int(),
  bonusBack: z.int(),
  state: refundState,
})
