import { type CommentKind, commentKinds, type comments, errors, namedByKind } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const kinds = Object.keys(commentKinds) as CommentKind[]
type Ids = Place & Record<string, number>

/** Records that a place itself has not, and a comment of the caller's on one of each kind. */
const make = async (app: TestApp, { mark, organ, room, simulator, student, me }: Place) => {
  const records = await insertIds(
    app,
    ['bill', 'contract', 'refund', 'workOrder'],
    `with billed as (
       insert into bill (no, school_id, month, state, adjusted, net, paid, issued_on, due_on, digest)
       values ('ZD-' || $1 || 'comment', $2, '2020-01-01', 'toCheck', 0, 0, 0, '2020-02-01', '2020-02-16', $1) returning id
     ), agreed as (
       insert into contract (no, school_id, mode, platform_bp, billing_day, starts_on, ends_on, offline_cap, created_by)
       values ('HT-' || $1 || 'comment', $2, 'share', 3000, 5, '2020-01-01', '2020-12-31', 10000000, $6) returning id
     ), lot as (
       insert into recharge_order (student_id, school_id, organ_id, channel, amount, cash_left, paid_at, day)
       values ($5, $2, $2, 'wechat', 100000, 99000, now(), business_day(now())) returning id
     ), given as (
       insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, amount, method, payee, state, reason, created_by, day)
       select 'recharge', id, $5, $2, $2, 1000, 'bankTransfer', '工行 6222', 'toApprove', $1, $6, business_day(now()) from lot
       returning id
     ), broken as (
       insert into work_order (no, source, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority,
         description, state, occurred_at, opened_at)
       select 'WO' || $1 || '-comment', 'manual', $4, $3, $2, t.component_kind_id, t.id, 'normal', $1 || '报修', 'pending',
         now() - interval '1 hour', now() - interval '1 hour'
       from fault_type t where t.mark = 'unclassified' returning id
     ), opened as (
       insert into work_order_event (order_id, kind, at) select id, 'opened', now() - interval '1 hour' from broken
     )
     select (select id from billed) as bill, (select id from agreed) as contract, (select id from given) as refund,
       (select id from broken) as "workOrder"`,
    [mark, organ, room, simulator, student, me],
  )
  const subjects: Record<CommentKind, number> = { ...records, device: simulator, student }
  const said = await insertIds(
    app,
    kinds.map(kind => `${kind}Comment` as const),
    `with said as (
       insert into comment (kind, subject_id, author_id, text)
       select kind, id, $3, $4 || '评论' from unnest($1::text[], $2::bigint[]) x (kind, id) returning kind, id
     )
     select ${kinds.map(kind => `(select id from said where kind = '${kind}') as "${kind}Comment"`)} from (select) x`,
    [kinds, kinds.map(kind => subjects[kind]), me, mark],
  )
  return { ...subjects, ...said }
}

/** Whoever may see records of these kinds needs no code: so may the colleague. */
const open: readonly CommentKind[] = ['refund', 'student']

const samplesFor = (kind: CommentKind) => {
  const on = (ids: Ids) => ({ subjectId: ids[kind] })
  const one = (ids: Ids) => ({ ...on(ids), commentId: ids[`${kind}Comment`] })
  const said = (ids: Ids) => ({
    text: '矩阵核对',
    ...(open.includes(kind) && { mentions: [ids.member] }),
  })
  const alone = { mentions: errors.mentionUnseen }
  return namedByKind(kind, {
    list: { input: on },
    members: { input: on },
    add: { input: (ids: Ids) => ({ ...on(ids), ...said(ids) }), alone },
    modify: { input: (ids: Ids) => ({ ...one(ids), ...said(ids) }), alone },
    remove: { input: one },
  } as Record<string, object>)
}

type Samples = Parameters<typeof samplesOf<'comments', object>>[2]

export const samples = samplesOf(
  'comments',
  make,
  Object.assign({}, ...kinds.map(samplesFor)) as Samples & Record<keyof typeof comments, never>,
)
