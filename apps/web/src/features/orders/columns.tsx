import {
  type CourseOrderRow,
  type RechargeRow,
  type RefundRow,
  rechargeChannels,
  refundKinds,
  refundMethods,
} from '@drivesim/contract/orderShapes'
import { Link } from 'react-router'
import { gearName } from '../../parts/gearTypes.ts'
import { OrderNumber } from '../../parts/OrderNumber.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { money, number } from '../../ui/format.ts'
import type { Column } from '../../ui/list/types.ts'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { CourseOrderTag, RechargeTag, RefundTag } from './tags.tsx'

interface Order {
  no: string
  studentId: number
  studentName: string
  organName: string
  clerkName: string | null
  day: string
  createdAt: string
}

/** What leads to the order: its number, which people read to each other. */
const noOf = <Row extends Order>(open: (row: Row) => void): Column<Row> => ({
  key: 'no',
  title: '单号',
  render: row => (
    <OpenButton onOpen={() => open(row)}>
      <span className="ui-digits">{row.no}</span>
    </OpenButton>
  ),
})

/** Left out where one student's orders are listed. */
const student: Column<Order> = {
  key: 'studentName',
  title: '学员',
  clip: 140,
  render: row => <Link to={`/student/studentDetail?userId=${row.studentId}`}>{row.studentName}</Link>,
}
const where: Column<Order> = { key: 'organName', title: '机构', clip: 180, render: row => row.organName }
const clerk: Column<Order> = { key: 'clerkName', title: '经手人', clip: 120, render: row => row.clerkName }
const day: Column<Order> = {
  key: 'day',
  title: '日期',
  render: row => <span className="ui-digits">{row.day}</span>,
}
const created: Column<Order> = {
  key: 'createdAt',
  title: '登记时间',
  optional: true,
  render: row => <DateTime at={row.createdAt} />,
}

export const rechargeColumns = (open: (row: RechargeRow) => void): Column<RechargeRow>[] => [
  noOf(open),
  { key: 'state', title: '状态', render: row => <RechargeTag order={row} /> },
  student,
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
  { key: 'bonus', title: '赠送', numeric: true, render: row => money(row.bonus) },
  { key: 'cashLeft', title: '可退', numeric: true, render: row => money(row.cashLeft) },
  { key: 'refunded', title: '已退', numeric: true, optional: true, render: row => money(row.refunded) },
  { key: 'channel', title: '支付方式', render: row => channelOf(row) },
  day,
  clerk,
  where,
  { key: 'holderName', title: '代收驾校', clip: 180, optional: true, render: row => row.holderName },
  {
    key: 'channelNo',
    title: '渠道单号',
    render: row => row.channelNo && <span className="ui-digits">{row.channelNo}</span>,
  },
  created,
]

/** 微信, 支付宝 or 线下; one paid to a channel that is none says so. */
export function channelOf({ channel, simulated }: Pick<RechargeRow, 'channel' | 'simulated'>): string {
  return simulated ? `${rechargeChannels[channel]}（模拟）` : rechargeChannels[channel]
}

const minutes = (
  key: 'minutes' | 'usedMinutes' | 'refundedMinutes' | 'leftMinutes',
  title: string,
): Column<CourseOrderRow> => ({ key, title, numeric: true, render: row => number(row[key]) })

export const courseOrderColumns = (open: (row: CourseOrderRow) => void): Column<CourseOrderRow>[] => [
  noOf(open),
  { key: 'state', title: '状态', render: row => <CourseOrderTag state={row.state} /> },
  student,
  { key: 'courseName', title: '课程', clip: 200, render: row => row.courseName },
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
  minutes('minutes', '购买（分钟）'),
  minutes('usedMinutes', '已用'),
  minutes('refundedMinutes', '已退'),
  minutes('leftMinutes', '剩余'),
  { key: 'untrained', title: '已收未训练', numeric: true, render: row => money(row.untrained) },
  { key: 'cashPaid', title: '现金支付', numeric: true, optional: true, render: row => money(row.cashPaid) },
  {
    key: 'bonusPaid',
    title: '赠送支付',
    numeric: true,
    optional: true,
    render: row => money(row.bonusPaid),
  },
  {
    key: 'gearType',
    title: '驾照类型',
    optional: true,
    render: row => gearName(row.gearType),
  },
  day,
  { key: 'expiresOn', title: '有效期至', render: row => expiryOf(row) },
  clerk,
  where,
  created,
]

/** The last day of a course order that was paid. */
export function expiryOf({ expiresOn, paidAt }: Pick<CourseOrderRow, 'expiresOn' | 'paidAt'>) {
  if (expiresOn !== null) return <span className="ui-digits">{expiresOn}</span>
  return paidAt === null ? null : '长期'
}

export const refundColumns = (open: (row: RefundRow) => void): Column<RefundRow>[] => [
  noOf(open),
  { key: 'state', title: '状态', render: row => <RefundTag state={row.state} /> },
  student,
  { key: 'amount', title: '退款金额', numeric: true, render: row => money(row.amount) },
  { key: 'method', title: '退款方式', render: row => methodOf(row) },
  { key: 'kind', title: '类型', render: row => refundKinds[row.kind] },
  { key: 'bonusBack', title: '收回赠送', numeric: true, render: row => money(row.bonusBack) },
  { key: 'minutes', title: '分钟', numeric: true, render: row => row.minutes && number(row.minutes) },
  { key: 'orderNo', title: '原单号', render: row => <OrderNumber no={row.orderNo} /> },
  { key: 'reason', title: '原因', clip: 200, render: row => row.reason },
  day,
  { ...clerk, title: '申请人' },
  { key: 'deciderName', title: '审批人', clip: 120, optional: true, render: row => row.deciderName },
  where,
  created,
]

/** 现金, 银行转账 …; 平台代退 where the platform paid what a school holds. */
export function methodOf({ method, onBehalf }: Pick<RefundRow, 'method' | 'onBehalf'>): string {
  return onBehalf ? `${refundMethods[method]}（平台代退）` : refundMethods[method]
}
