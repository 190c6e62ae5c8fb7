import { type AttachmentKind, attachmentKinds, type attachments, namedByKind } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const kinds = Object.keys(attachmentKinds) as AttachmentKind[]
type Ids = Place & Record<string, number>

/** Records, each with a file, and another that the caller has just sent. */
const make = (app: TestApp, { mark, organ, room, simulator, me }: Place) =>
  insertIds(
    app,
    [...kinds, ...kinds.map(kind => `${kind}File` as const), ...kinds.map(kind => `${kind}New` as const)],
    `with billed as (
       insert into bill (no, school_id, month, state, adjusted, net, paid, issued_on, due_on, digest)
       values ('ZD-' || $1 || 'file', $2, '2019-12-01', 'toCheck', 0, 0, 0, '2020-02-01', '2020-02-16', $1) returning id
     ), given as (
       insert into bill_payment (no, bill_id, direction, amount, method, paid_on, created_by)
       select 'SK-' || $1 || 'file', id, 'in', 100, 'bankTransfer', '2020-02-02', $5 from billed returning id
     ), agreed as (
       insert into contract (no, school_id, mode, platform_bp, billing_day, starts_on, ends_on, offline_cap, created_by)
       values ('HT-' || $1 || 'file', $2, 'share', 3000, 5, '2019-01-01', '2019-12-31', 10000000, $5) returning id
     ), broken as (
       insert into work_order (no, source, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority,
         description, state, occurred_at, opened_at)
       select 'WO' || $1 || '-file', 'manual', $4, $3, $2, t.component_kind_id, t.id, 'normal', $1 || '报修', 'pending',
         now() - interval '1 hour', now() - interval '1 hour'
       from fault_type t where t.mark = 'unclassified' returning id
     ), opened as (
       insert into work_order_event (order_id, kind, at) select id, 'opened', now() - interval '1 hour' from broken
     ), records as (
       select 'contract' as kind, id from agreed union all select 'payment', id from given
       union all select 'workOrder', id from broken
     ), used as (
       insert into attachment (file, bytes, member_id, kind, subject_id, name)
       select md5($1 || kind) || '.pdf', 1, $5, kind, id, $1 || '.pdf' from records returning id, kind
     ), sent as (
       insert into attachment (file, bytes, member_id) select md5($1 || kind || 'new') || '.pdf', 1, $5 from records
       returning id, file
     )
     select ${kinds
       .map(
         kind => `(select id from records where kind = '${kind}') as "${kind}",
       (select id from used where kind = '${kind}') as "${kind}File",
       (select id from sent where file = md5($1 || '${kind}' || 'new') || '.pdf') as "${kind}New"`,
       )
       .join(', ')}`,
    [mark, organ, room, simulator, me],
  )

const samplesFor = (kind: AttachmentKind) => {
  const on = (ids: Ids) => ({ subjectId: ids[kind] })
  const used = (ids: Ids) => ({ ...on(ids), attachmentId: ids[`${kind}File`] })
  return namedByKind<object>(kind, {
    list: { input: on },
    upload: noInput,
    add: { input: (ids: Ids) => ({ ...on(ids), attachmentId: ids[`${kind}New`], name: '附件.pdf' }) },
    remove: { input: used },
    url: { input: used },
  })
}

type Samples = Parameters<typeof samplesOf<'attachments', object>>[2]

export const samples = samplesOf(
  'attachments',
  make,
  Object.assign({}, ...kinds.map(samplesFor)) as Samples & Record<keyof typeof attachments, never>,
)
