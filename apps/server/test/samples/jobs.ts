import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const oneJob = ({ running }: { running: number }) => ({ jobId: running })

export const samples = samplesOf(
  'jobs',
  (app: TestApp, { mark, me }: Place) =>
    insertIds(
      app,
      ['running', 'failed', 'mail'],
      `with
         mail as (
           insert into message (member_id, title, brief, content) values ($1, $2 || '-消息', '', '') returning id
         ),
         -- Some other process has it: nothing of it happens by itself.
         running as (
           insert into job (kind, label, owner_id, input, total, state, lease_until)
           select 'message.remove', $2 || '-任务', $1, '{}', 1, 'running', now() + interval '1 day' returning id
         ),
         failed as (
           insert into job (kind, label, owner_id, input, total, failed, state, finished_at, seen_at)
           select 'message.remove', $2 || '-失败', $1, '{}', 1, 1, 'finished', now(), now() returning id
         ),
         rows as (
           insert into job_row (job_id, seq, record_id, state, reason)
           select running.id, 1, mail.id, 'waiting', null from running, mail
           union all select failed.id, 1, mail.id, 'failed', '原因' from failed, mail
         )
       select running.id as running, failed.id as failed, mail.id as mail from running, failed, mail`,
      [me, mark],
    ),
  {
    start: {
      input: ({ mail }) => ({ kind: 'message.remove', selection: { ids: [mail] } }),
    },
    cancel: { input: oneJob },
    retry: { input: ({ failed }) => ({ jobId: failed }) },
    seen: { input: oneJob },
    list: { input: oneJob, foreign: 'nothing' },
    rows: { input: oneJob },
    export: { input: oneJob },
  },
)
