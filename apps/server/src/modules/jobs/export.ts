import { type Job, type JobRow, jobRowStates } from '@drivesim/contract'
import { CsvReply, type SignedInCall } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, oldestFirst } from '../../platform/http/csv.ts'
import type { Services } from '../../platform/module.ts'
import { rowsAfter } from './queries.ts'
import { withNames } from './service.ts'

const columns: readonly CsvColumn<JobRow>[] = [
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
): CsvReply {
  const next = oldestFirst(
    async part => withNames(services, call, kind, await rowsAfter(call.db, jobId, part)),
    row => row.seq,
  )
  return new CsvReply(`任务明细-${label}`, csvLines(columns, next))
}
