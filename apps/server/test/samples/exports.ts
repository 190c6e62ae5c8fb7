import { Readable } from 'node:stream'
import { exportStore, newFileName, writeFile } from '../../src/modules/tools/exports/storage.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds } from '../place.ts'

export const samples = samplesOf(
  'exports',
  async (app, { mark, me }) => {
    const file = newFileName('csv')
    await writeFile(exportStore(app.services.files), file, Readable.from([`${mark}-文件`]))
    return insertIds(
      app,
      ['job'],
      `with job as (
         insert into job (kind, label, owner_id, input, total, done, state, finished_at, seen_at)
         values ('export', $2 || '-导出', $1, '{"call":"students.export","input":{}}', 1, 1, 'finished', now(), now())
         returning id
       ), file as (
         insert into export_file (job_id, file, name, organisations, finished_at)
         select id, $3, $2 || '-文件', '{}', now() from job
       ) select id as job from job`,
      [me, mark, file],
    )
  },
  { file: { input: ({ job }) => ({ jobId: job }) } },
)
