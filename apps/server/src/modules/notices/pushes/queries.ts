import type { NoticeChannel, PushRow, PushState, pushForm } from '@drivesim/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

export type Audience = z.output<typeof pushForm>['audience']

interface Filter {
  paramValue?: string | undefined
  state?: PushState | undefined
}

/** The state that people read: what is due is on its way. */
const shownState = sql<PushState>`case when p.state = 'waiting' and p.send_at <= now() then 'sending' else p.state end`

const pushesIn = (db: Db, scope: Scope) =>
  db.selectFrom('push as p').where(scoped(scope, sql.ref('p.organ_id')))

/** Names of the first three of an audience. */
const audienceNames = sql<string[]>`array(
  select coalesce(o.name, r.name, m.name, '') from unnest(p.audience_ids[1:3]) with ordinality a (id, place)
  left join organisation o on p.audience_kind = 'organisations' and o.id = a.id
  left join role r on p.audience_kind = 'roles' and r.id = a.id
  left join member m on p.audience_kind = 'people' and m.id = a.id
  order by a.place
)`

function rowsOf(db: Db, scope: Scope) {
  return pushesIn(db, scope)
    .innerJoin('member as author', 'author.id', 'p.author_id')
    .select([
      'p.id as pushId',
      'p.title',
      sql<Audience['kind']>`p.audience_kind`.as('kind'),
      sql<number>`cardinality(p.audience_ids)`.as('chosen'),
      audienceNames.as('names'),
      sql<NoticeChannel[]>`p.channels`.as('channels'),
      shownState.as('state'),
      'p.send_at as sendAt',
      'p.sent_at as sentAt',
      'p.pinned_until as pinnedUntil',
      'author.name as author',
      'p.created_at as createdAt',
      'p.delivered',
      sql<number>`coalesce(p.read_count, (
        select count(*) from message m where m.push_id = p.id and m.opened_at is not null
      ))::bigint`.as('read'),
      'p.version',
    ])
}

const kindTexts = { all: '全部成员', organisations: '机构', roles: '角色', people: '成员' } as const

interface Found {
  kind: Audience['kind']
  chosen: number
  names: string[]
  sendAt: Date | null
  sentAt: Date | null
  pinnedUntil: Date | null
  createdAt: Date
}

function toRow<R extends Found>({ kind, chosen, names, ...row }: R) {
  const more = chosen > names.length ? ` 等 ${chosen} 个` : ''
  return {
    ...row,
    audienceText: kind === 'all' ? kindTexts.all : `${kindTexts[kind]}：${names.join('、')}${more}`,
    sendAt: row.sendAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    pinnedUntil: row.pinnedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The pushes that people in the scope wrote, newest first. */
export const pushesWritten = listByIds<Filter, PushRow>({
  found: ({ db, scope }, { paramValue, state }) =>
    pushesIn(db, scope)
      .select('p.id')
      .where(matchesSearch(paramValue, ['p.title']))
      .$if(state !== undefined, query => query.where(sql<boolean>`${shownState} = ${state}`)),
  rows: async ({ db, scope }, ids) =>
    (await rowsOf(db, scope).where(isOneOf('p.id', ids)).execute()).map(toRow),
  idOf: row => row.pushId,
})

export async function findPush(db: Db, scope: Scope, id: number) {
  const row = await rowsOf(db, scope)
    .select(['p.content', 'p.audience_ids as ids'])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { ids, ...rest } = row
  return { ...toRow(rest), audience: { kind: row.kind, ids } }
}

/** A push in the scope, locked until the change is committed. */
export function lockPush(db: Db, scope: Scope, id: number) {
  return pushesIn(db, scope)
    .select([
      'p.id',
      sql<PushState>`p.state`.as('state'),
      'p.version',
      'p.served_to as servedTo',
      'p.author_id as authorId',
      sql<Audience['kind']>`p.audience_kind`.as('kind'),
      'p.audience_ids as ids',
    ])
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirst()
}

export interface Draft {
  title: string
  content: string
  audience: Audience
  channels: readonly NoticeChannel[]
  sendAt: string | undefined
  pinnedUntil: string | undefined
}

const columnsOf = ({ title, content, audience, channels, sendAt, pinnedUntil }: Draft) => ({
  title,
  content,
  audience_kind: audience.kind,
  audience_ids: audience.kind === 'all' ? [] : [...new Set(audience.ids)],
  channels: [...new Set(channels)],
  send_at: sendAt === undefined ? null : new Date(sendAt),
  pinned_until: pinnedUntil === undefined ? null : new Date(pinnedUntil),
})

export async function insertPush(db: Db, authorId: number, draft: Draft): Promise<number> {
  const { id } = await db
    .insertInto('push')
    .values({
      ...columnsOf(draft),
      author_id: authorId,
      organ_id: sql<number>`(select organ_id from member where id = ${authorId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePush(db: Db, id: number, draft: Draft): Promise<void> {
  await db.updateTable('push').set(columnsOf(draft)).where('id', '=', id).execute()
}

export async function setWaiting(db: Db, id: number, senderId: number): Promise<void> {
  await sql`
    update push set state = 'waiting', sender_id = ${senderId}, send_at = coalesce(send_at, now()), served_to = null
    where id = ${id}`.execute(db)
}

export async function setDraft(db: Db, id: number): Promise<void> {
  await db.updateTable('push').set({ state: 'draft', sender_id: null }).where('id', '=', id).execute()
}

export async function setWithdrawn(db: Db, id: number, read: number): Promise<void> {
  await db.updateTable('push').set({ state: 'withdrawn', read_count: read }).where('id', '=', id).execute()
}

export async function deletePush(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push').where('id', '=', id).execute()
}
