import {
  type CourseOrderRow,
  courseOrderList,
  type RechargeRow,
  type RefundRow,
  rechargeList,
  refundList,
} from '@drivesim/contract/money/orders/orderRows'
import { rechargeChannels, rechargeTenders, refundMethods } from '@drivesim/contract/money/orders/orderShapes'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OrderNumber } from '../../../parts/OrderNumber.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { CourseOrderTag, RechargeTag, RefundTag } from './tags.tsx'

/** What all three lists lead to: the order by its number, which people read to each other, and the student. */
const leading = <Row extends { studentId: number }>(open: (row: Row) => void) => ({
  no: (row: Row, shown: ReactNode) => <OpenButton onOpen={() => open(row)}>{shown}</OpenButton>,
  studentName: ({ studentId }: Row, shown: ReactNode) => (
    <Link to={`/student/studentDetail?userId=${studentId}`}>{shown}</Link>
  ),
})

export const rechargeColumns = (open: (row: RechargeRow) => void) =>
  columnsOf(rechargeList, {
    ...leading(open),
    state: row => <RechargeTag order={row} />,
    channel: row => channelOf(row),
  })

/** 微信, 支付宝, or 线下 with what was taken; one paid to a channel that is none says so. */
export function channelOf({
  channel,
  tender,
  simulated,
}: Pick<RechargeRow, 'channel' | 'tender' | 'simulated'>): string {
  if (tender !== null) return `${rechargeChannels[channel]}（${rechargeTenders[tender]}）`
  return simulated ? `${rechargeChannels[channel]}（模拟）` : rechargeChannels[channel]
}

export const courseOrderColumns = (open: (row: CourseOrderRow) => void) =>
  columnsOf(courseOrderList, {
    ...leading(open),
    state: row => <CourseOrderTag state={row.state} />,
    expiresOn: (row, shown) => shown ?? permanentWord(row),
  })

/** What is said in place of the last day of a course order: one that was paid has its minutes for ever. */
export const permanentWord = ({ paidAt }: Pick<CourseOrderRow, 'paidAt'>) => (paidAt === null ? null : '长期')

export const refundColumns = (open: (row: RefundRow) => void) =>
  columnsOf(refundList, {
    ...leading(open),
    state: row => <RefundTag state={row.state} />,
    method: row => methodOf(row),
    orderNo: row => <OrderNumber no={row.orderNo} />,
  })

/** 现金, 银行转账 …; 平台代退 where the platform paid what a school holds. */
export function methodOf({ method, onBehalf }: Pick<RefundRow, 'method' | 'onBehalf'>): string {
  return onBehalf ? `${refundMethods[method]}（平台代退）` : refundMethods[method]
}
