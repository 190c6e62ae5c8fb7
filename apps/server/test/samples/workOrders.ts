import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'
import { addTechnician, makeTechnician } from '../technicians.ts'

const ofPlace = { input: ({ organ }: Place) => ({ organId: organ }), foreign: 'nothing' } as const
const names = ['pending', 'assigned', 'handling', 'review', 'done', 'closed'] as const
type Own = Record<(typeof names)[number] | 'technician', number>

/** An act on the order of a state, which is the caller's where it has an assignee. */
const on = (state: (typeof names)[number]) => ({
  input: (ids: Own) => ({ orderId: ids[state] }),
})

export const samples = samplesOf(
  'workOrders',
  async (app: TestApp, { mark, organ, room, simulator, me }: Place): Promise<Own> => {
    // Who makes the calls is one of those who repair, too.
    await addTechnician(app.services.pool, me, organ)
    const technician = await makeTechnician(app.services.pool, { organ, name: `${mark}-维修` })
    const made = await insertIds(
      app,
      names,
      `with repaired as (
         -- the dictionary of all: without the mark of a place
         insert into deal_result (name, outcome) values ('修复', 'repaired')
         on conflict (name) do update set outcome = excluded.outcome returning id
       ), types as (
         select t.id as type, k.id as kind, repaired.id as result
         from repaired, fault_type t join component_kind k on k.id = t.component_kind_id where t.mark = 'unclassified'
       ), made as (
         insert into work_order (no, source, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority,
           description, state, assignee_id, deal_result_id, occurred_at, opened_at, submitted_at, finished_at, close_reason)
         select 'WO' || $1 || '-' || x.state, 'manual', $4, $3, $2, kind, type, 'normal', $1 || '报修', x.state,
           case when x.state not in ('pending', 'closed') then $5::bigint end,
           case when x.state in ('review', 'done') then result end, now() - interval '1 hour', now() - interval '1 hour',
           case when x.state in ('review', 'done') then now() end, case when x.state in ('done', 'closed') then now() end,
           case when x.state = 'closed' then 'other' end
         from types, unnest(array['pending', 'assigned', 'handling', 'review', 'done', 'closed']) as x (state)
         returning id, state
       ), opened as (
         insert into work_order_event (order_id, kind, at) select id, 'opened', now() - interval '1 hour' from made
       ), stopped as (
         insert into work_order_event (order_id, kind, at)
         select id, case state when 'closed' then 'closed' else 'submitted' end, now() from made
         where state in ('review', 'done', 'closed')
       )
       select ${names.map(name => `(select id from made where state = '${name}') as ${name}`).join(', ')}`,
      [mark, organ, room, simulator, me],
    )
    return { ...made, technician }
  },
  {
    list: ofPlace,
    export: ofPlace,
    kanban: ofPlace,
    mine: { input: () => ({}), foreign: 'nothing' },
    underway: { input: () => ({}), foreign: 'nothing' },
    info: on('pending'),
    recommend: on('pending'),
    add: {
      input: ({ simulator }) => ({
        simulatorId: simulator,
        componentKindId: 1,
        description: '无法开机',
        force: true,
      }),
    },
    dispatch: { input: ids => ({ orderId: ids.pending, assigneeId: ids.technician }) },
    claim: on('pending'),
    accept: on('assigned'),
    reject: { input: ids => ({ orderId: ids.assigned, reason: '矩阵核对' }) },
    reassign: { input: ids => ({ orderId: ids.handling, assigneeId: ids.technician, reason: '矩阵核对' }) },
    classify: {
      input: ids => ({ orderId: ids.handling, componentKindId: 2, faultTypeId: 1, priority: 'low' }),
    },
    plan: { input: ids => ({ orderId: ids.handling, plannedOn: '2199-01-01' }) },
    arrive: on('handling'),
    pause: {
      input: ids => ({
        orderId: ids.handling,
        reason: 'parts',
        resumeBy: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).concat('T23:00:00Z'),
      }),
    },
    resume: { ...on('handling'), refused: errors.workOrderNotPaused },
    partAdd: { input: ids => ({ orderId: ids.handling, name: '螺丝' }) },
    partVoid: { input: ids => ({ orderId: ids.handling, partId: 999 }), refused: errors.notFound },
    pictureAdd: {
      input: ids => ({
        orderId: ids.handling,
        kind: 'before',
        url: `/files/${'a'.repeat(32)}.webp`,
      }),
      refused: errors.pictureGone,
    },
    pictureRemove: { input: ids => ({ orderId: ids.handling, pictureId: 999 }), refused: errors.notFound },
    deviceAnswers: {
      input: ids => ({ orderId: ids.handling, simulatorId: ids.simulator, result: 'pass' }),
      refused: errors.notFound,
    },
    deviceDown: { input: ids => ({ orderId: ids.handling, down: true }) },
    submit: { input: ids => ({ orderId: ids.handling, dealResultId: 1 }) },
    approve: { ...on('review'), refused: errors.ownWorkOrder },
    sendBack: { input: ids => ({ orderId: ids.review, reason: '矩阵核对' }) },
    close: { input: ids => ({ orderId: ids.pending, reason: 'other' }) },
    reopen: on('closed'),
    rework: { input: ids => ({ orderId: ids.done, reason: '矩阵核对' }) },
    comment: { input: ids => ({ orderId: ids.done, text: '矩阵核对' }) },
  },
)
