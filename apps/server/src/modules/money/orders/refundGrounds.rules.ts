import {
  type ApprovalKind,
  approvalLimits,
  formatFen,
  proRata,
  type RefundRow,
  refundKinds,
} from '@drivesim/contract'
import type { DescribedLine } from '../../../platform/approvalPart.ts'

/** What whoever decides a refund judges it by. Fen. */
export interface RefundGrounds {
  readonly refundId: number
  /** Of a course, else null: the cash that paid it, and its minutes. */
  readonly cashPaid: number | null
  readonly boughtMinutes: number | null
  /** The course had expired when the refund was asked for. */
  readonly expired: boolean
  /** The student's refunds of the same kind within the 30 days before it was asked for, with this one. */
  readonly sum: number
  readonly count: number
  /** 退款免审批限额 as it is now. */
  readonly limit: number
}

export const line = (label: string, after: string): DescribedLine => ({ label, before: null, after })

/** What a refund comes from, and why it needs a second person, as whoever decides it reads it. */
export function refundGrounds(
  asked: ApprovalKind,
  { kind, minutes }: Pick<RefundRow, 'kind' | 'minutes'>,
  grounds: RefundGrounds | undefined,
): DescribedLine[] {
  if (grounds === undefined) return []
  const { cashPaid, boughtMinutes, sum, count, limit } = grounds
  return [
    ...(minutes === null ? [] : [line('退还分钟', `${grouped(minutes)} 分钟`)]),
    ...(cashPaid === null || boughtMinutes === null
      ? []
      : [line('单价', unitPrice(cashPaid, boughtMinutes))]),
    line(`30 天内${refundKinds[kind]}累计`, `${formatFen(sum)}（${count} 笔，含这一笔）`),
    line(approvalLimits.refund, formatFen(limit)),
    line('审批的原因', whyApproved(asked, grounds)),
  ]
}

const grouped = (count: number) => count.toLocaleString('en-US')

/** The amount is reckoned from the whole price, so that what is said here may be rounded. */
function unitPrice(cashPaid: number, minutes: number): string {
  const about = cashPaid % minutes === 0 ? ' ' : '约 '
  const price = formatFen(proRata(cashPaid, 1, minutes))
  return `每分钟${about}${price}（现金支付 ${formatFen(cashPaid)} ÷ 购买 ${grouped(minutes)} 分钟）`
}

function whyApproved(asked: ApprovalKind, { expired, sum, limit }: RefundGrounds): string {
  if (asked === 'refundPayee') return '退款改为转账，收款人须另一人核对'
  if (expired) return '课程已过有效期，不论金额都要审批'
  return sum > limit ? '30 天内累计超过免审批限额' : '申请时的累计超过当时的免审批限额'
}
