import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const call = 'apps.export'
const path = '/api/app/export'
const plan = { name: '每周的应用', range: null, every: 'weekly', day: 1, hour: 8, byMail: false } as const

export const samples = samplesOf(
  'reportSchedules',
  (app: TestApp, { mark, me, member }: Place) =>
    insertIds(
      app,
      ['schedule', 'paused', 'spare', 'others'],
      `with made as (
         insert into report_schedule (owner_id, name, call, input, every, day, hour, mails, state, next_at)
         select owner, $1 || name, '${call}', '{}', 'weekly', 1, 8, false, state,
           case when state = 'active' then now() + interval '30 days' end
         from (values ($2::bigint, '-报表', 'active'), ($2, '-暂停', 'paused'), ($2, '-多余', 'active'), ($3, '-同事的', 'active')) x
           (owner, name, state)
         returning id, name
       ), receiver as (
         insert into report_receiver (schedule_id, member_id) select id, $2 from made
       ), run as (
         insert into report_run (schedule_id, due_at, receiver_id, state, ended_at)
         select id, now(), $2, 'missed', now() from made
       )
       select max(id) filter (where name like '%-报表') as schedule, max(id) filter (where name like '%-暂停') as paused,
         max(id) filter (where name like '%-多余') as spare, max(id) filter (where name like '%-同事的') as others from made`,
      [mark, me, member],
    ),
  {
    mine: noInput,
    list: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
    runs: { input: ({ schedule }) => ({ scheduleId: schedule }) },
    receivers: { input: ({ mark }) => ({ path, paramValue: mark }), foreign: 'nothing' },
    add: { input: ({ me }) => ({ ...plan, path, input: {}, receiverIds: [me] }) },
    modify: { input: ({ schedule, me }) => ({ ...plan, scheduleId: schedule, receiverIds: [me] }) },
    pause: { input: ({ schedule }) => ({ scheduleId: schedule }) },
    resume: { input: ({ paused }) => ({ scheduleId: paused }) },
    sendNow: { input: ({ schedule }) => ({ scheduleId: schedule }) },
    remove: { input: ({ spare }) => ({ scheduleId: spare }) },
    stop: { input: ({ others }) => ({ scheduleId: others }) },
  },
)
