import {
  type BalanceRow,
  type CustodyRow,
  type IncomeRow,
  incomeKinds,
  rechargeChannels,
  type UncoveredRow,
} from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst, yuan } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type BalanceFilter, balancesBefore, custodiesBefore } from './balance.queries.ts'
import { type IncomeFilter, incomesBefore, type UncoveredFilter, uncoveredBefore } from './list.queries.ts'

const incomeColumns: readonly CsvColumn<IncomeRow>[] = [
  ['日期', row => row.day],
  ['收退', row => incomeKinds[row.amount > 0 ? 'sale' : 'refund']],
  ['课程订单', row => row.orderNo],
  ['退款单', row => row.refundNo],
  ['学员', row => row.studentName],
  ['课程', row => row.courseName],
  ['机构', row => row.organName],
  ['充值方式', row => rechargeChannels[row.channel]],
  ['金额（元）', row => yuan(row.amount)],
]

export function exportIncomes(db: Db, scope: Scope, filter: IncomeFilter): CsvReply {
  const next = newestFirst(
    part => incomesBefore(db, scope, filter, part),
    row => row.fundingId,
  )
  return new CsvReply('收入明细', csvLines(incomeColumns, next))
}

const balanceColumns: readonly CsvColumn<BalanceRow>[] = [
  ['学员', row => row.studentName],
  ['驾校', row => row.schoolName],
  ['余额（元）', row => yuan(row.cash)],
  ['赠送（元）', row => yuan(row.bonus)],
]

export function exportBalances(db: Db, scope: Scope, filter: BalanceFilter): CsvReply {
  const next = newestFirst(
    part => balancesBefore(db, scope, filter, part),
    row => row.studentId,
  )
  return new CsvReply('学员余额', csvLines(balanceColumns, next))
}

const custodyColumns: readonly CsvColumn<CustodyRow>[] = [
  ['驾校', row => row.schoolName],
  ['代收未用（元）', row => yuan(row.custody)],
  ['逾期未还（元）', row => yuan(row.overdue)],
  ['线下代收上限（元）', row => yuan(row.offlineCap)],
]

export function exportCustodies(db: Db, scope: Scope, filter: { schoolId?: number | undefined }): CsvReply {
  const next = newestFirst(
    part => custodiesBefore(db, scope, filter, part),
    row => row.schoolId,
  )
  return new CsvReply('驾校代收', csvLines(custodyColumns, next))
}

const uncoveredColumns: readonly CsvColumn<UncoveredRow>[] = [
  ['日期', row => row.day],
  ['学员', row => row.studentName],
  ['驾校', row => row.schoolName],
  ['模块', row => row.moduleName],
  ['开始时间', row => localTime(row.startedAt)],
  ['分钟', row => row.minutes],
]

export function exportUncovered(db: Db, scope: Scope, filter: UncoveredFilter): CsvReply {
  const next = newestFirst(
    part => uncoveredBefore(db, scope, filter, part),
    row => row.recordId,
  )
  return new CsvReply('未覆盖训练', csvLines(uncoveredColumns, next))
}
