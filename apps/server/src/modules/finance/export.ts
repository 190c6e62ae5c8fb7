import { type ContractRow, contractModes, contractStates } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { day, type FileColumn, fileRows, newestFirst, yuan } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { contractsBefore, type Filter } from './contract.queries.ts'

const columns: readonly FileColumn<ContractRow>[] = [
  ['no', '合同编号', row => row.no],
  ['schoolName', '驾校', row => row.schoolName],
  ['state', '状态', row => contractStates[row.state]],
  ['state', '已终止', row => (row.terminated ? '是' : '否')],
  ['terms', '合作方式', row => contractModes[row.mode]],
  ['terms', '平台分成比例（%）', row => (row.platformBp === null ? null : row.platformBp / 100)],
  ['terms', '月租金（元）', row => yuan(row.monthlyRent)],
  ['startsOn', '开始日期', row => day(row.startsOn)],
  ['startsOn', '结束日期', row => day(row.endsOn)],
  ['billingDay', '出账日', row => row.billingDay],
  ['dueDays', '付款期限（天）', row => row.dueDays],
  ['deposit', '约定押金（元）', row => yuan(row.deposit)],
  ['depositBalance', '押金余额（元）', row => yuan(row.depositBalance)],
  ['offlineCap', '线下代收上限（元）', row => yuan(row.offlineCap)],
  ['deemed', '逾期视为确认', row => (row.deemed ? '是' : '否')],
  ['bank', '收款账户', row => row.bank],
  ['createdBy', '经手人', row => row.createdBy],
  ['voidReason', '作废的原因', row => row.voidReason],
]

export function exportContracts(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = newestFirst(
    part => contractsBefore(db, scope, filter, part),
    row => row.contractId,
  )
  return new FileReply('合同信息', fileRows(columns, next))
}
