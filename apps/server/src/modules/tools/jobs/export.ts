import { type Job, type JobRow, jobRowList } from '@drivesim/contract'
import { FileReply, type SignedInCall } from '../../../platform/http/call.ts'
import { fileRows } from '../../../platform/http/tableFile.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import type { Services } from '../../../platform/module.ts'
import { rowsAfter } from './queries.ts'
import { withNames } from './service.ts'

/** All rows of a job as a file. */
export function exportRows(
  services: Pick<Services, 'parts'>,
  call: SignedInCall,
  { jobId, kind, label }: Job,
): FileReply {
  const next = async ({ last, most }: { last: JobRow | undefined; most: number }) =>
    withNames(services, call, kind, await rowsAfter(call.db, jobId, { after: last?.seq ?? 0, most }))
  return new FileReply(`任务明细-${label}`, fileRows(fileColumns(jobRowList, {}), next))
}
