import { exportKind } from '@drivesim/contract/tools/jobs'
import { sql } from 'kysely'
import type { SqlCheck } from '../../../platform/parts.ts'

export const jobCounts: SqlCheck = {
  title: '任务的完成数与失败数等于任务行',
  wrong: sql`
    select j.id, j.state, j.total, j.done, j.failed, r.*
    from job j cross join lateral (
      select count(*) as rows, count(*) filter (where state = 'done') as rows_done,
        count(*) filter (where state = 'failed') as rows_failed, count(*) filter (where state = 'waiting') as rows_waiting
      from job_row where job_id = j.id
    ) r
    -- those that write files have no rows
    where j.kind <> ${exportKind} and (
      (j.total, j.done, j.failed) <> (r.rows, r.rows_done, r.rows_failed)
      or (j.finished_at is not null and r.rows_waiting > 0)
    )`,
}
