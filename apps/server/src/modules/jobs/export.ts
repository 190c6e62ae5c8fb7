import { type Job, type JobRow, jobRowStates } from '@drivesim/contract'
import { FileReply, type SignedInCall } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, oldestFirst } from '../../platform/http/tableFile.ts'
import type { Services } from '../../platform/module.ts'
import { rowsAfter } from './queries.ts'
import { withNames } from './service.ts'

const columns: readonly FileColumn<JobRow>[] = [
  ['seq', '序号', row => row.seq],
  ['name', '名称', row => row.name],
  ['recordId', '编号', row => row.recordId],
  ['state', '结果', row => jobRowStates[row.state]],
  ['reason', '原因', row => row.reason],
]

/** All rows of a job as a file. */
export function exportRows(
  services: Pick<Services, 'parts'>,
  call: SignedInCall,
  { jobId, kind, label }: Job,
): FileReply {
  const next = oldestFirst(
    async part => withNames(services, call, kind, await rowsAfter(call.db, jobId, part)),
    row => row.seq,
  )
  return new FileReply(`任务明细-${label}`, fileRows(columns, next))
}
