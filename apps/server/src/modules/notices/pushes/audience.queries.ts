import type { NoticeChannel } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { likePattern } from '../../../platform/postgres/search.ts'
import type { Audience } from './queries.ts'

/** Whether a member (`m`) is of an audience, whatever the scope. */
function chosen(kind: RawBuilder<string>, ids: RawBuilder<number[]>): RawBuilder<boolean> {
  return sql<boolean>`case ${kind}
    when 'all' then true
    when 'organisations' then m.organ_id in (select organisations_below(${ids}))
    when 'roles' then exists (select from member_role r where r.member_id = m.id and r.role_id = any(${ids}))
    else m.id = any(${ids})
  end`
}

/** How many people an audience is now, within a scope. */
export async function countAudience(db: Db, scope: Scope, { kind, ids }: Audience): Promise<number> {
  const { people } = await db
    .selectFrom('member as m')
    .select(sql<number>`count(*)`.as('people'))
    .where('m.enabled', '=', true)
    .where(scoped(scope, sql.ref('m.organ_id')))
    .where(chosen(sql`${kind}::text`, sql`${ids}::bigint[]`))
    .executeTakeFirstOrThrow()
  return people
}

/** How many of these organisations, roles or people a sender with this scope may choose. A role of nobody is the platform's. */
export async function countKnown(db: Db, scope: Scope, { kind, ids }: Audience): Promise<number> {
  const given = sql<boolean>`x.id = any(${ids}::bigint[])`
  const count = sql<number>`count(*)`.as('count')
  if (kind === 'roles') {
    const row = await db
      .selectFrom('role as x')
      .select(count)
      .where(given)
      .where(({ or, eb }) => or([eb('x.organ_id', 'is', null), scoped(scope, sql.ref('x.organ_id'))]))
      .executeTakeFirstOrThrow()
    return row.count
  }
  const row =
    kind === 'organisations'
      ? await db
          .selectFrom('organisation as x')
          .select(count)
          .where(given)
          .where(scoped(scope, sql.ref('x.id')))
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom('member as x')
          .select(count)
          .where(given)
          .where(scoped(scope, sql.ref('x.organ_id')))
          .executeTakeFirstOrThrow()
  return row.count
}

/** Roles or people to choose from: those that the words find, and those chosen already. */
export async function readChoices(
  db: Db,
  scope: Scope,
  {
    kind,
    words,
    ids,
    most,
  }: { kind: 'roles' | 'people'; words: string; ids: readonly number[]; most: number },
): Promise<{ value: number; label: string }[]> {
  const like = likePattern(words)
  const of =
    kind === 'roles'
      ? sql<{ id: number; label: string }>`
          select x.id, x.name as label, x.name as sought from role x
          where x.organ_id is null or ${scoped(scope, sql.ref('x.organ_id'))}`
      : sql<{ id: number; label: string }>`
          select x.id, x.name || '（' || x.account || '）' as label, x.name || ' ' || x.account as sought from member x
          where x.enabled and ${scoped(scope, sql.ref('x.organ_id'))}`
  const { rows } = await sql<{ value: number; label: string }>`
    with known as (${of})
    select id as value, label from known where id = any(${[...ids]}::bigint[])
    union all
    (select id, label from known where sought ilike ${like} and id <> all(${[...ids]}::bigint[]) order by id limit ${most})`.execute(
    db,
  )
  return rows
}

export interface Serving {
  id: number
  title: string
  content: string
  channels: NoticeChannel[]
  servedTo: number
  /** Nobody got it yet, and whoever wrote it or let it go may not sign in any more. */
  abandoned: boolean
}

/** The push that is due first and that no other server serves, locked to the end of the transaction. */
export async function lockDue(db: Db): Promise<Serving | undefined> {
  const { rows } = await sql<Serving>`
    select id, title, content, channels, coalesce(served_to, 0) as "servedTo",
      served_to is null and exists (
        select from member m where m.id in (push.author_id, push.sender_id) and not m.enabled
      ) as abandoned
    from push where state = 'waiting' and send_at <= now() order by send_at, id limit 1 for update skip locked`.execute(
    db,
  )
  return rows[0]
}

/** The next members that a push goes to: within what its author and its sender may reach, both as of now. */
export async function nextMembers(db: Db, push: Serving, most: number): Promise<number[]> {
  const reach = (member: 'author_id' | 'sender_id') => sql`
    m.organ_id in (select organisations_below(array(
      select mo.organ_id from member_organisation mo where mo.member_id = p.${sql.ref(member)}
    )))`
  const { rows } = await sql<{ id: number }>`
    select m.id from push p join member m on m.enabled and m.id > ${push.servedTo}
      and ${chosen(sql`p.audience_kind`, sql`p.audience_ids`)} and ${reach('author_id')} and ${reach('sender_id')}
    where p.id = ${push.id}
    order by m.id limit ${most}`.execute(db)
  return rows.map(row => row.id)
}

/** Notes how far a push was served, and to how many more people. */
export async function noteServed(db: Db, id: number, servedTo: number, delivered: number): Promise<void> {
  await sql`
    update push set served_to = ${servedTo}, delivered = delivered + ${delivered} where id = ${id}`.execute(
    db,
  )
}

export async function setSent(db: Db, id: number): Promise<void> {
  await sql`update push set state = 'sent', sent_at = now() where id = ${id}`.execute(db)
}
