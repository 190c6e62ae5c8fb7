import {
  type BillInfoLine,
  billLineKinds,
  billPaymentMethods,
  type PaymentRow,
} from '@drivesim/contract/money/bills/billShapes'
import { money } from '../../../ui/format.ts'

/** What a bill comes to, by who owes it; fen, positive: the platform owes the school. */
export function owedWords(net: number): string {
  if (net === 0) return '无需结算'
  return net > 0 ? `应付驾校 ${money(net)}` : `驾校应还 ${money(-net)}`
}

/** What is left to be paid; fen. */
export const leftOf = ({ net, paid }: { net: number; paid: number }): number => Math.abs(net - paid)

/** How it was paid; for an 抵扣 also the other bill, and of the bank's result the file. */
export function methodOf({ method, offsetBillNo, bankFileNo }: PaymentRow): string {
  const word = billPaymentMethods[method]
  return [word, offsetBillNo ?? bankFileNo].filter(Boolean).join(' ')
}

/** What the list of a line's orders is called. */
export const ordersOfLine = ({ kind, amount }: Pick<BillInfoLine, 'kind' | 'amount'>): string =>
  `${billLineKinds[kind]} ${money(amount)} 的订单`
