import {
  type BalanceRow,
  type CustodyRow,
  type IncomeRow,
  incomeKinds,
  rechargeChannels,
  type UncoveredRow,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import {
  day,
  type FileColumn,
  fileRows,
  newestFirst,
  percent,
  time,
  yuan,
} from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type BalanceFilter, balancesBefore, custodiesBefore } from './balance.queries.ts'
import { type IncomeFilter, incomesBefore, type UncoveredFilter, uncoveredBefore } from './list.queries.ts'

const incomeColumns: readonly FileColumn<IncomeRow>[] = [
  ['day', '日期', row => day(row.day)],
  ['kind', '收退', row => incomeKinds[row.amount > 0 ? 'sale' : 'refund']],
  ['orderNo', '课程订单', row => row.orderNo],
  ['refundNo', '退款单', row => row.refundNo],
  ['studentName', '学员', row => row.studentName],
  ['courseName', '课程', row => row.courseName],
  ['organName', '机构', row => row.organName],
  ['channel', '充值方式', row => rechargeChannels[row.channel]],
  ['amount', '金额（元）', row => yuan(row.amount)],
]

export function exportIncomes(db: Db, scope: Scope, filter: IncomeFilter): FileReply {
  const next = newestFirst(
    part => incomesBefore(db, scope, filter, part),
    row => row.fundingId,
  )
  return new FileReply('收入明细', fileRows(incomeColumns, next))
}

const balanceColumns: readonly FileColumn<BalanceRow>[] = [
  ['studentName', '学员', row => row.studentName],
  ['schoolName', '驾校', row => row.schoolName],
  ['cash', '余额（元）', row => yuan(row.cash)],
  ['bonus', '赠送（元）', row => yuan(row.bonus)],
]

export function exportBalances(db: Db, scope: Scope, filter: BalanceFilter): FileReply {
  const next = newestFirst(
    part => balancesBefore(db, scope, filter, part),
    row => row.studentId,
  )
  return new FileReply('学员余额', fileRows(balanceColumns, next))
}

const custodyColumns: readonly FileColumn<CustodyRow>[] = [
  ['schoolName', '驾校', row => row.schoolName],
  ['custody', '代收未用（元）', row => yuan(row.custody)],
  ['overdue', '逾期未还（元）', row => yuan(row.overdue)],
  ['offlineCap', '线下代收上限（元）', row => yuan(row.offlineCap)],
  ['used', '已用上限（%）', row => percent(row.custody + row.overdue, row.offlineCap)],
]

export function exportCustodies(db: Db, scope: Scope, filter: { schoolId?: number | undefined }): FileReply {
  const next = newestFirst(
    part => custodiesBefore(db, scope, filter, part),
    row => row.schoolId,
  )
  return new FileReply('驾校代收', fileRows(custodyColumns, next))
}

const uncoveredColumns: readonly FileColumn<UncoveredRow>[] = [
  ['day', '日期', row => day(row.day)],
  ['studentName', '学员', row => row.studentName],
  ['schoolName', '驾校', row => row.schoolName],
  ['moduleName', '模块', row => row.moduleName],
  ['startedAt', '开始时间', row => time(row.startedAt)],
  ['minutes', '分钟', row => row.minutes],
]

export function exportUncovered(db: Db, scope: Scope, filter: UncoveredFilter): FileReply {
  const next = newestFirst(
    part => uncoveredBefore(db, scope, filter, part),
    row => row.recordId,
  )
  return new FileReply('未覆盖训练', fileRows(uncoveredColumns, next))
}
