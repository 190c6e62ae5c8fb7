import { type ApprovalRow, approvalKinds, approvalStates } from '@drivesim/contract'
import { FileReply, type SignedInCall } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time, yuan } from '../../platform/http/tableFile.ts'
import type { Services } from '../../platform/module.ts'
import { requirePlatform } from '../organisations/service.ts'
import type { ApprovalFilter } from './asked.queries.ts'
import { approvalsBefore } from './list.service.ts'
import { readerOf } from './reader.service.ts'

const columns: readonly FileColumn<ApprovalRow>[] = [
  ['kind', '类型', row => approvalKinds[row.kind]],
  ['title', '申请内容', row => row.title],
  [
    'title',
    '明细',
    row =>
      row.lines
        .map(({ label, before, after }) => `${label}：${[before, after].filter(Boolean).join(' → ')}`)
        .join('；'),
  ],
  ['schoolName', '驾校', row => row.schoolName],
  ['amount', '金额（元）', row => yuan(row.amount)],
  ['state', '状态', row => approvalStates[row.state]],
  ['askedBy', '提交人', row => row.askedBy],
  ['askedAt', '提交时间', row => time(row.askedAt)],
  ['reason', '说明', row => row.reason],
  ['decidedBy', '处理人', row => row.decidedBy],
  ['decidedBy', '处理时间', row => time(row.decidedAt)],
  ['opinion', '审批意见', row => row.opinion],
]

/** @throws Refusal platformOnly */
export async function exportApprovals(
  services: Pick<Services, 'parts'>,
  { db, scope, person }: SignedInCall,
  filter: ApprovalFilter,
): Promise<FileReply> {
  requirePlatform(scope, '审批')
  const reader = await readerOf(db, person)
  const next = newestFirst(
    part => approvalsBefore(services, db, reader, filter, part),
    row => row.approvalId,
  )
  return new FileReply('审批', fileRows(columns, next))
}
