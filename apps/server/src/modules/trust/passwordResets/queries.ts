import type { ContactKind, SelfReset } from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Somebody asks, by an account as it was typed. */
export interface Asked {
  /** In lower case. */
  readonly account: string
  readonly kind: ContactKind
  /** An address, of IPv6 its network. */
  readonly address: string
  readonly userAgent: string | null
}

/** Lets those who ask for one account, or from one address, take turns, to the end of the transaction. */
export async function queueAsking(db: Db, { account, address }: Asked): Promise<void> {
  for (const what of [`account ${account}`, `address ${address}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reset request ${what}`}, 0))`.execute(db)
}

const digestOf = (account: RawBuilder<unknown>) =>
  sql<string>`encode(sha256(convert_to(${account}, 'UTF8')), 'hex')`

/** Seconds until fewer than so many of the last hour are left; null: there are fewer. */
export async function secondsUntilFree(
  db: Db,
  { account, address }: Asked,
  most: { readonly account: number; readonly address: number },
): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(at) + interval '1 hour' - clock_timestamp()))::int as seconds from (
      (select asked_at as at from reset_request
        where account in (${account}, ${digestOf(sql`${account}::text`)}) and asked_at > clock_timestamp() - interval '1 hour'
        order by asked_at desc offset ${most.account - 1} limit 1)
      union all
      (select asked_at from reset_request where address = ${address}::inet and asked_at > clock_timestamp() - interval '1 hour'
        order by asked_at desc offset ${most.address - 1} limit 1)
    ) full_ones`.execute(db)
  return rows[0]?.seconds ?? null
}

export async function insertRequest(db: Db, { account, kind, address, userAgent }: Asked): Promise<void> {
  await sql`
    insert into reset_request (account, kind, address, user_agent, asked_at)
    values (${account}, ${kind}, ${address}::inet, ${userAgent}, clock_timestamp())`.execute(db)
}

/** Takes one that waits; it is served once the transaction commits, and then nobody can read whom it was about. */
export async function takeRequest(db: Db): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    with taken as (
      select id, account from reset_request where served_at is null order by id limit 1 for update skip locked
    )
    update reset_request r set served_at = now(), account = ${digestOf(sql`taken.account`)}
    from taken where r.id = taken.id
    returning taken.account, r.kind, host(r.address) as address, r.user_agent as "userAgent"`.execute(db)
  return rows[0]
}

/** Who a letter may go to: enabled, by a contact that is verified, and not in need of a factor that they do not have. */
export async function findReachable(
  db: Db,
  { account, kind }: Pick<Asked, 'account' | 'kind'>,
): Promise<{ id: number; account: string; address: string } | undefined> {
  const { rows } = await sql<{ id: number; account: string; address: string }>`
    select m.id, m.account, c.address
    from member m cross join security_policy y
    cross join lateral (
      select case ${kind} when 'sms' then m.phone else m.mail end as address,
        case ${kind} when 'sms' then m.phone_verified_at else m.mail_verified_at end as verified_at
    ) c
    where lower(m.account) = ${account} and m.enabled and c.verified_at is not null and c.address <> ''
      and (second_step_due(m, y) is null or exists (select from factor f where f.member_id = m.id))`.execute(
    db,
  )
  return rows[0]
}

export async function selfResetOf(db: Db): Promise<SelfReset> {
  const { selfReset } = await db
    .selectFrom('security_policy')
    .select(sql<SelfReset>`self_reset`.as('selfReset'))
    .executeTakeFirstOrThrow()
  return selfReset
}

/** What a password must not be made of, and whose it is; the row stays locked. */
export function lockOwner(db: Db, memberId: number) {
  return db
    .selectFrom('member')
    .select(['id', 'account', 'name', 'phone', 'organ_id as organId'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setPassword(db: Db, memberId: number, hash: string): Promise<void> {
  await db
    .updateTable('member')
    .set({ password_hash: hash, must_change_password: false, first_password_until: null })
    .where('id', '=', memberId)
    .execute()
}

export async function purgeRequests(db: Db): Promise<void> {
  await sql`delete from reset_request where asked_at < now() - interval '2 hours'`.execute(db)
}
