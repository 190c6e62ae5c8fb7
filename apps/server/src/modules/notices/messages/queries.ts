import {
  type AccessCode,
  longestMessageColumn,
  type MessageFilter,
  type MessageLink,
  type MessageRow,
  type MessageState,
  mostSearchedMessages,
  type NoticeType,
  type Paging,
  type SiteMessage,
} from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, matchesSearch } from '../../../platform/postgres/search.ts'
import { unescapeHtml } from './html.rules.ts'

const noneYet = { unread: 0, read: 0, trash: 0 }

/** How many messages a person has in each state: kept by triggers, not counted. */
export async function readCounts(db: Db, memberId: number): Promise<Record<MessageState, number>> {
  const row = await db
    .selectFrom('message_count')
    .select(['unread', 'read', 'trash'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ?? noneYet
}

/** How many unread messages each of these members has. */
export async function unreadOf(
  db: Db,
  memberIds: readonly number[],
): Promise<{ memberId: number; count: number }[]> {
  const { rows } = await sql<{ memberId: number; count: number }>`
    select x.id as "memberId", coalesce(n.unread, 0) as count
    from unnest(${[...memberIds]}::bigint[]) as x (id) left join message_count n on n.member_id = x.id`.execute(
    db,
  )
  return rows
}

/**
 * Where a message leads: the first link of what the system wrote. What a person wrote and pushed is read as a whole; its links are a
 * matter of its text.
 */
const linkOf = sql<string[] | null>`case when m.push_id is null
  then regexp_match(m.content, '<a href="(/[^"]*)">([^<]*)</a>') end`

function readLink(link: string[] | null): MessageLink {
  const [to, text] = link ?? []
  if (to === undefined || text === undefined) return null
  return { to: unescapeHtml(to), text: unescapeHtml(text) }
}

interface PageRow {
  id: number
  at: Date
  brief: string
  state: MessageState
  link: string[] | null
}

/** One page of a person's messages, newest first, without the trash. The page is found on the index alone. */
export async function listPage(
  db: Db,
  memberId: number,
  { pageNum, pageSize }: Paging,
): Promise<MessageRow[]> {
  const { rows } = await sql<PageRow>`
    select m.id, m.created_at as at, m.brief, m.state, ${linkOf} as link
    from message m
    where m.id = any(array(
      select id from message where member_id = ${memberId} and state <> 'trash'
      order by created_at desc, id desc limit ${pageSize} offset ${pageNum * pageSize}
    ))
    order by m.created_at desc, m.id desc`.execute(db)
  return rows.map(({ id, at, brief, state, link }) => ({
    messageId: id,
    messageDate: at.toISOString(),
    messageBrief: brief,
    read: state === 'read',
    link: readLink(link),
  }))
}

/** The newest messages in one state. */
export async function listColumn(db: Db, memberId: number, state: MessageState): Promise<SiteMessage[]> {
  const rows = await db
    .selectFrom('message as m')
    .select(['id as msg_id', 'title', 'brief', 'created_at', linkOf.as('link')])
    .where('member_id', '=', memberId)
    .where('state', '=', state)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(longestMessageColumn)
    .execute()
  return rows.map(({ created_at, link, ...row }) => ({
    ...row,
    create_time: created_at.toISOString(),
    link: readLink(link),
  }))
}

/** A person's messages in one state; with a filter, those of the newest that it finds. */
export function inColumn(db: Db, memberId: number, state: MessageState, filter: MessageFilter) {
  const all = db.selectFrom('message').where('member_id', '=', memberId).where('state', '=', state)
  if (isWhole(filter)) return all.select(['id', 'title', 'brief', 'created_at'])
  const newest = all
    .select(['id', 'title', 'brief', 'kind', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostSearchedMessages)
  return db
    .selectFrom(newest.as('m'))
    .select(['m.id', 'm.title', 'm.brief', 'm.created_at'])
    .where(equals('m.kind', filter.kind))
    .where(matchesSearch(filter.paramValue, ['m.title', 'm.brief']))
}

/** Whether a filter leaves nothing out. */
export const isWhole = ({ kind, paramValue }: MessageFilter) => kind === undefined && paramValue === undefined

/** The newest messages in one state that the filter finds, and how many it finds. */
export async function searchColumn(
  db: Db,
  memberId: number,
  state: MessageState,
  filter: MessageFilter,
): Promise<{ rows: SiteMessage[]; total: number }> {
  const { rows } = await sql<
    Omit<SiteMessage, 'create_time' | 'link'> & { at: Date; link: string[] | null; total: number }
  >`
    select m.id as msg_id, m.title, m.brief, m.created_at as at, ${linkOf} as link, f.total
    from (
      select f.id, count(*) over () as total from (${inColumn(db, memberId, state, filter)}) f
      order by f.created_at desc, f.id desc limit ${longestMessageColumn}
    ) f join message m using (id)
    order by m.created_at desc, m.id desc`.execute(db)
  return {
    rows: rows.map(({ at, link, total: _, ...row }) => ({
      ...row,
      create_time: at.toISOString(),
      link: readLink(link),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** How many messages in one state the filter finds. */
export async function countFound(
  db: Db,
  memberId: number,
  state: MessageState,
  filter: MessageFilter,
): Promise<number> {
  if (isWhole(filter)) return (await readCounts(db, memberId))[state]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${inColumn(db, memberId, state, filter)}) f`.execute(db)
  return rows[0]?.count ?? 0
}

/** A person's own message. */
export function findMessage(db: Db, memberId: number, id: number) {
  return db
    .selectFrom('message')
    .select(['id', 'created_at as at', 'brief', 'content'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** The titles of a person's own messages. */
export function messageTitles(db: Db, memberId: number, ids: readonly number[]) {
  return db
    .selectFrom('message')
    .select(['id', 'title'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('member_id', '=', memberId)
    .execute()
}

/** A person's own messages with their states, locked until the change is committed, ids ascending. */
export function lockMessages(db: Db, memberId: number, ids: readonly number[]): Promise<LockedMessage[]> {
  return db
    .selectFrom('message')
    .select(['id', sql<MessageState>`state`.as('state')])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** What a change must know of a message. */
export interface LockedMessage {
  id: number
  state: MessageState
}

/** Moves messages on; one that was unread and is read now was opened now. */
export async function setState(db: Db, ids: readonly number[], state: MessageState): Promise<void> {
  await sql`
    update message set state = ${state},
      opened_at = case when state = 'unread' and ${state} = 'read' then now() else opened_at end
    where id = any(${[...ids]}::bigint[])`.execute(db)
}

/** Marks a person's own message read, if it is unread. @returns whether it was */
export async function openMessage(db: Db, memberId: number, id: number): Promise<boolean> {
  const opened = await db
    .updateTable('message')
    .set({ state: 'read', opened_at: sql`now()` })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('state', '=', 'unread')
    .returning('id')
    .executeTakeFirst()
  return opened !== undefined
}

/**
 * Marks a person's newest unread messages read, of those that the filter finds. Found as an array: a join that was planned while the
 * table was nearly empty goes through all of it for each of ten thousand.
 * @returns how many
 */
export async function openNewest(
  db: Db,
  memberId: number,
  filter: MessageFilter,
  most: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update message set state = 'read', opened_at = now()
    where state = 'unread' and id = any(array(
      select id from message where state = 'unread' and id = any(array(
        select f.id from (${inColumn(db, memberId, 'unread', filter)}) f
        order by f.created_at desc, f.id desc limit ${most}
      ))
      order by created_at desc, id desc for update
    ))`.execute(db)
  return Number(numAffectedRows)
}

/** What is said, to any number of people. `content` is clean HTML. */
export interface MessageText {
  readonly kind: NoticeType
  readonly title: string
  readonly brief: string
  readonly content: string
  readonly pushId: number | null
}

/** Who is told: `text` is the place in the list of texts; the same `event` is told to a person once. */
export interface MessageRecipient {
  readonly memberId: number
  readonly text: number
  readonly event: string | null
}

export async function insertMessages(
  db: Db,
  texts: readonly MessageText[],
  told: readonly MessageRecipient[],
): Promise<void> {
  await sql`
    insert into message (member_id, kind, title, brief, content, push_id, event)
    select r.member_id, t.kind, t.title, t.brief, t.content, t.push_id, r.event
    from unnest(${told.map(one => one.memberId)}::bigint[], ${told.map(one => one.text)}::bigint[],
      ${told.map(one => one.event)}::text[]) r (member_id, text, event)
    join unnest(${texts.map(text => text.kind)}::text[], ${texts.map(text => text.title)}::text[],
      ${texts.map(text => text.brief)}::text[], ${texts.map(text => text.content)}::text[],
      ${texts.map(text => text.pushId)}::bigint[]) with ordinality t (kind, title, brief, content, push_id, place)
      on t.place = r.text + 1
    order by r.member_id
    on conflict (member_id, event) where event is not null do nothing`.execute(db)
}

/** How many messages of a push were opened. */
export async function countOpened(db: Db, pushId: number): Promise<number> {
  const { opened } = await db
    .selectFrom('message')
    .select(sql<number>`count(*)`.as('opened'))
    .where('push_id', '=', pushId)
    .where('opened_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return opened
}

/** Deletes a push's messages, wherever people keep them. @returns the members who had them */
export async function deleteOfPush(db: Db, pushId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('message')
    .where('push_id', '=', pushId)
    .returning('member_id as memberId')
    .execute()
  return rows.map(row => row.memberId)
}

/** Who holds one of the codes at a school: not those who manage it from above. */
export async function membersAt(db: Db, schoolId: number, codes: readonly AccessCode[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m
    where m.enabled
      and exists (
        select from member_role r join role_access a using (role_id)
        where r.member_id = m.id and a.code = any(${[...codes]}::text[]))
      and exists (select from member_organisation mo where mo.member_id = m.id and mo.organ_id = ${schoolId})
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
