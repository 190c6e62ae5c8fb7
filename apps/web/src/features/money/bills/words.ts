import { addDays } from '@drivesim/contract/businessDay'
import {
  type BillInfoLine,
  billLineKinds,
  billPaymentMethods,
  type PaymentRow,
} from '@drivesim/contract/money/bills/billShapes'
import { type BillOrder, orderKinds } from '@drivesim/contract/money/bills/billThread'
import { today } from '../../../ui/form/today.ts'
import { money } from '../../../ui/format.ts'

/** What a bill comes to, by who owes it; fen, positive: the platform owes the school. */
export function owedWords(net: number): string {
  if (net === 0) return '无需结算'
  return net > 0 ? `应付驾校 ${money(net)}` : `驾校应还 ${money(-net)}`
}

/** From when on it counts as confirmed once the objection is taken back: the school has at least until the next day. */
export function deemedWords(deemedOn: string | null): string {
  if (deemedOn === null) return ''
  const tomorrow = addDays(today(), 1)
  return `${deemedOn < tomorrow ? tomorrow : deemedOn} 起未提异议视为确认。`
}

/** What is left to be paid; fen. */
export const leftOf = ({ net, paid }: { net: number; paid: number }): number => Math.abs(net - paid)

/** How it was paid; for an 抵扣 also the other bill, and of the bank's result the file. */
export function methodOf({ method, offsetBillNo, bankFileNo }: PaymentRow): string {
  const word = billPaymentMethods[method]
  return [word, offsetBillNo ?? bankFileNo].filter(Boolean).join(' ')
}

/** An order of a bill: of which kind, and its number. */
export const orderWords = ({ orderKind, orderNo }: Pick<BillOrder, 'orderKind' | 'orderNo'>): string =>
  `${orderKinds[orderKind]} ${orderNo}`

/** What an order comes to in a bill. */
export function orderAmount({ orderKind, amount, refunded }: BillOrder): string {
  if (orderKind === 'recharge') return `本校代收款 ${money(amount)}`
  const paid = amount + refunded
  const parts = [
    ...(paid > 0 ? [`实付 ${money(paid)}`] : []),
    ...(refunded > 0 ? [`已退 ${money(refunded)}`] : []),
  ]
  return parts.join('，')
}

/** What the list of a line's orders is called. */
export const ordersOfLine = ({ kind, amount }: Pick<BillInfoLine, 'kind' | 'amount'>): string =>
  `${billLineKinds[kind]} ${money(amount)} 的订单`
