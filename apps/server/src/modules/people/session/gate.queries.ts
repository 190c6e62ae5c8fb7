import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Where a try comes from: an address or a known browser. */
export interface Source {
  readonly name: string
  /** null: a browser that the account is known to. */
  readonly address: string | null
}

/** Lets the tries of an account from one place take turns, to the end of the transaction. */
export async function queueTry(db: Db, account: string, { name }: Source): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${account} ${name}`}, 0))`.execute(db)
}

export interface Gate {
  /** Tries from this place that failed within the hour, each counted before its password was looked at. */
  own: number
  /** Seconds until the next one is taken; null where nobody tried from here lately. */
  wait: number | null
  ofAccount: number
  ofAddress: number
}

/** Failures are counted up to here; nothing grows any more beyond. */
const enough = 5_000

/** As of this very moment: the transaction began before it waited for its turn. */
export async function readGate(db: Db, account: string, { name, address }: Source): Promise<Gate> {
  const { rows } = await sql<Gate>`
    select
      coalesce(own.failures, 0)::int as own,
      extract(epoch from own.opens_at - clock_timestamp())::float8 as wait,
      case when ${address}::inet is null then 0 else (
        select coalesce(sum(failures), 0) from (
          select failures from sign_in_gate
          where account = ${account} and address is not null and last_at > clock_timestamp() - interval '1 hour' limit ${enough}
        ) f
      ) end::int as "ofAccount",
      (
        select coalesce(sum(failures), 0) from (
          select failures from sign_in_gate
          where address = ${address}::inet and last_at > clock_timestamp() - interval '15 minutes' limit ${enough}
        ) f
      )::int as "ofAddress"
    from (values (1)) one
    left join lateral (
      select failures, opens_at from sign_in_gate
      where account = ${account} and source = ${name} and greatest(last_at, opens_at) > clock_timestamp() - interval '1 hour'
    ) own on true`.execute(db)
  const [gate] = rows
  if (gate === undefined) throw new Error('one row gave none')
  return gate
}

/** Keeps how often a place has failed so far, and closes it for some seconds. */
export async function closeGate(
  db: Db,
  account: string,
  { name, address }: Source,
  { failures, seconds }: { readonly failures: number; readonly seconds: number },
): Promise<void> {
  await sql`
    insert into sign_in_gate (account, source, address, failures, last_at, opens_at)
    values (${account}, ${name}, ${address}::inet, ${failures}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (account, source) do update
    set failures = excluded.failures, last_at = excluded.last_at, opens_at = excluded.opens_at`.execute(db)
}

/** The right password: what failed before from here no longer counts. */
export async function forgetTries(db: Db, account: string, { name }: Source): Promise<void> {
  await db.deleteFrom('sign_in_gate').where('account', '=', account).where('source', '=', name).execute()
}

/** Gates that stand open for a day. */
export async function purgeGates(db: Db): Promise<void> {
  await sql`delete from sign_in_gate where last_at < now() - interval '1 day'`.execute(db)
}
