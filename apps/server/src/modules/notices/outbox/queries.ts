import { maskPhone, type OutboxRow } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { countOf } from '../../../platform/postgres/paging.ts'
import { equals } from '../../../platform/postgres/search.ts'

export type OutboxChannel = 'sms' | 'email'
export type OutboxState = OutboxRow['state']

/** What is said; `content` is clean HTML. */
export interface OutboxText {
  readonly title: string
  readonly content: string
  readonly pushId: number | null
}

/** Who gets it and how: `text` is the place in the list of texts; the same `event` leaves once in a channel. */
export interface OutboxRecipient {
  readonly memberId: number
  readonly channel: OutboxChannel
  readonly text: number
  readonly event: string | null
}

/** Writes texts to the addresses that members have now; one without an address has failed already, and says so. */
export async function insertEntries(
  db: Db,
  texts: readonly OutboxText[],
  addressed: readonly OutboxRecipient[],
): Promise<void> {
  await sql`
    insert into outbox (member_id, organ_id, channel, recipient, title, content, push_id, event, state, last_error)
    select m.id, m.organ_id, r.channel, coalesce(a.address, ''), t.title, t.content, t.push_id, r.event,
      case when a.address is null then 'failed' else 'waiting' end,
      case when a.address is null then case r.channel when 'sms' then '该成员没有填写手机号' else '该成员没有填写邮箱' end end
    from unnest(${addressed.map(one => one.memberId)}::bigint[], ${addressed.map(one => one.channel)}::text[],
      ${addressed.map(one => one.text)}::bigint[], ${addressed.map(one => one.event)}::text[])
      r (member_id, channel, text_no, event)
    join unnest(${texts.map(text => text.title)}::text[], ${texts.map(text => text.content)}::text[],
      ${texts.map(text => text.pushId)}::bigint[]) with ordinality t (title, content, push_id, place)
      on t.place = r.text_no + 1
    join member m on m.id = r.member_id
    cross join lateral (select nullif(case r.channel when 'sms' then m.phone else m.mail end, '') as address) a
    order by r.member_id
    on conflict (member_id, channel, event) where event is not null do nothing`.execute(db)
}

/** Lets the mails of these events take the files of jobs along. */
export async function insertAttachments(
  db: Db,
  attached: readonly { readonly event: string; readonly jobId: number }[],
): Promise<void> {
  await sql`
    insert into outbox_attachment (outbox_id, job_id)
    select b.id, a.job_id
    from unnest(${attached.map(({ event }) => event)}::text[], ${attached.map(({ jobId }) => jobId)}::bigint[]) a (event, job_id)
    join outbox b on b.event = a.event and b.channel = 'email' and b.state <> 'failed'
    on conflict do nothing`.execute(db)
}

/** What nobody can deliver is kept for staff to read; what is worth nothing soon is forgotten. */
export async function keepWaiting(db: Db, channel: OutboxChannel): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'kept', sealed: sql`case when ends_at is null then sealed end` })
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .execute()
}

/** How many entries wait, by their channel. */
export async function countWaiting(db: Db): Promise<Record<OutboxChannel, number>> {
  const { rows } = await sql<{ channel: OutboxChannel; many: number }>`
    select channel, count(*)::integer as many from outbox where state = 'waiting' group by 1`.execute(db)
  const found = Object.fromEntries(rows.map(({ channel, many }) => [channel, many]))
  return { sms: 0, email: 0, ...found }
}

/** What a provider sends on. */
export interface OutgoingText {
  /** The same at every try. */
  messageId: string
  recipient: string
  title: string
  content: string
  /** The job whose file a mail takes along, where it is still to be had. */
  attachedJobId?: number | null
}

export interface ClaimedEntry extends OutgoingText {
  id: number
  attempts: number
  /** The text, in place of title and content; null: they are it. */
  sealed: Buffer | null
}

/**
 * Takes entries that are due. They are due again when the lease is over: a server that is killed in between has
 * perhaps delivered them, so that they may arrive twice, but never not at all.
 */
export async function claim(
  db: Db,
  channel: OutboxChannel,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<ClaimedEntry[]> {
  const { rows } = await sql<ClaimedEntry>`
    update outbox set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from outbox where channel = ${channel} and state = 'waiting' and next_try_at <= now()
      order by next_try_at limit ${most} for update skip locked
    )
    returning id, message_id as "messageId", recipient, title, content, attempts, sealed,
      (select a.job_id from outbox_attachment a where a.outbox_id = outbox.id) as "attachedJobId"`.execute(db)
  return rows
}

export interface Outcome {
  readonly id: number
  readonly ok: boolean
  readonly detail: string
}

/** Notes what became of a try: sent, to be tried again in so many seconds, or failed for good (null). */
export async function settle(db: Db, outcome: Outcome, againInSeconds: number | null): Promise<void> {
  const { id, ok, detail } = outcome
  await sql`
    with tried as (
      insert into outbox_attempt (outbox_id, ok, detail)
      select id, ${ok}, ${detail} from outbox where id = ${id}
    )
    update outbox set
      state = case when ${ok} then 'sent' when ${againInSeconds}::integer is null then 'failed' else 'waiting' end,
      sent_at = case when ${ok} then now() end,
      last_error = case when ${ok} then null else ${detail} end,
      sealed = case when ${ok} or (${againInSeconds}::integer is null and ends_at is not null) then null else sealed end,
      next_try_at = now() + make_interval(secs => coalesce(${againInSeconds}::integer, 0))
    where id = ${id} and state <> 'sent'`.execute(db)
}

interface Filter {
  channel?: string | undefined
  state?: OutboxState | undefined
}

function filteredEntries(db: Db, scope: Scope, { channel, state }: Filter) {
  return db
    .selectFrom('outbox as b')
    .where(scoped(scope, sql.ref('b.organ_id')))
    .where(equals('b.channel', channel))
    .where(equals('b.state', state))
}

const columns = [
  'b.id as outboxId',
  sql<OutboxChannel>`b.channel`.as('channel'),
  'b.recipient',
  'b.title',
  sql<OutboxState>`b.state`.as('state'),
  'b.attempts',
  'b.last_error as lastError',
  'b.created_at as createdAt',
  'b.sent_at as sentAt',
] as const

const toRow = <R extends { channel: OutboxChannel; recipient: string; createdAt: Date; sentAt: Date | null }>(
  row: R,
) => ({
  ...row,
  recipient: row.channel === 'sms' && row.recipient !== '' ? maskPhone(row.recipient) : row.recipient,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})

/** What leaves or left, newest first. A page is found on an index alone, then read. */
export const entries: List<Filter, OutboxRow> = {
  async page({ db, scope }, filter, { pageNum, pageSize }) {
    const found = filteredEntries(db, scope, filter)
    const ids = found
      .select('b.id')
      .orderBy('b.id', 'desc')
      .limit(pageSize)
      .offset(pageNum * pageSize)
    const [rows, total] = await Promise.all([
      db
        .selectFrom('outbox as b')
        .select(columns)
        .where(sql<boolean>`b.id = any(array(${ids}))`)
        .orderBy('b.id', 'desc')
        .execute(),
      countOf(found),
    ])
    return { rows: rows.map(toRow), total, sum: undefined }
  },
  async part({ db, scope }, filter, { last, most }) {
    const rows = await filteredEntries(db, scope, filter)
      .select(columns)
      .where('b.id', '<', last?.outboxId ?? Number.MAX_SAFE_INTEGER)
      .orderBy('b.id', 'desc')
      .limit(most)
      .execute()
    return rows.map(toRow)
  },
}

export async function findEntry(db: Db, scope: Scope, id: number) {
  const row = await filteredEntries(db, scope, {})
    .select([...columns, 'b.content', 'b.member_id as memberId', 'b.letter'])
    .where('b.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

/** Every try of an entry, newest first. */
export async function readAttempts(db: Db, outboxId: number) {
  const rows = await db
    .selectFrom('outbox_attempt')
    .select(['at', 'ok', 'detail'])
    .where('outbox_id', '=', outboxId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}

/** An entry in the scope, locked until the change is committed, with the address its member has now. */
export function lockEntry(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('outbox as b')
    .innerJoin('member as m', 'm.id', 'b.member_id')
    .select([
      sql<OutboxChannel>`b.channel`.as('channel'),
      sql<OutboxState>`b.state`.as('state'),
      sql<string | null>`case
        when b.letter then b.recipient
        else nullif(case b.channel when 'sms' then m.phone else m.mail end, '')
      end`.as('address'),
      sql<boolean>`b.letter and b.sealed is null`.as('isOver'),
    ])
    .where('b.id', '=', id)
    .where(scoped(scope, sql.ref('b.organ_id')))
    .forUpdate('b')
    .executeTakeFirst()
}

/** Puts an entry back in the queue, as new. */
export async function requeue(db: Db, id: number, recipient: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'waiting', recipient, attempts: 0, next_try_at: sql`now()`, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Takes back what of a push has not left. */
export async function deleteOfPush(db: Db, pushId: number): Promise<void> {
  await db.deleteFrom('outbox').where('push_id', '=', pushId).where('state', '<>', 'sent').execute()
}

/** Entries of a push that is deleted stay; nobody asks for ones that left half a year ago. */
export async function forgetPush(db: Db, pushId: number): Promise<void> {
  await db.updateTable('outbox').set({ push_id: null }).where('push_id', '=', pushId).execute()
}

export async function purge(db: Db): Promise<void> {
  await sql`delete from outbox where state <> 'waiting' and created_at < now() - interval '180 days'`.execute(
    db,
  )
}
