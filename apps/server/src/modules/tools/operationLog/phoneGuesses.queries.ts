import { mostPhoneGuesses } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A number that a person looks for, by its keyed hash and that of its mask. */
export interface Marks {
  readonly memberId: number
  readonly number: Buffer
  readonly mask: Buffer
}

export interface GuessCount {
  /** It counts already. */
  readonly isKnown: boolean
  /** It is one too many until then; null: it is not. */
  readonly opensAt: Date | null
  /** With it, half of what may be is reached. */
  readonly isHalf: boolean
}

/** Lets those take turns who count for one person, and then those of one mask, to the end of the transaction. */
export async function queueGuesses(db: Db, { memberId, mask }: Marks): Promise<void> {
  for (const of of [`of ${memberId}`, `like ${mask.toString('hex')}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`phone guess ${of}`}, 0))`.execute(db)
}

/** What counts so far. */
export async function countGuesses(db: Db, { memberId, number, mask }: Marks): Promise<GuessCount> {
  const { ofMaskADay, ofPersonAnHour, ofPersonADay } = mostPhoneGuesses
  const { rows } = await sql<GuessCount>`
    with recent as materialized (
      select member_id = ${memberId} as mine, number, mask, at from phone_guess
      where (member_id = ${memberId} or mask = ${mask}) and at > clock_timestamp() - interval '1 day'
    ),
    -- by when each of a limit is counted no more, the last first
    ends as (
      select 'hour' as of, at + interval '1 hour' as at from recent
      where mine and at > clock_timestamp() - interval '1 hour'
      union all select 'day', at + interval '1 day' from recent where mine
      union all select 'mask', max(at) + interval '1 day' from recent
        where mask = ${mask} and number <> ${number} group by number
    ),
    limits (of, most) as (
      values ('hour', ${ofPersonAnHour}::integer), ('day', ${ofPersonADay}::integer), ('mask', ${ofMaskADay}::integer)
    ),
    reached as (
      select l.most, (select count(*) from ends e where e.of = l.of) as counted,
        (select at from ends e where e.of = l.of order by at desc offset l.most - 1 limit 1) as opens_at
      from limits l
    )
    select exists (select from recent where mine and number = ${number}) as "isKnown",
      max(opens_at) as "opensAt", bool_or(2 * (counted + 1) >= most) as "isHalf"
    from reached`.execute(db)
  return rows[0] ?? { isKnown: false, opensAt: null, isHalf: false }
}

/** Counts a number from now on. */
export async function addGuess(db: Db, { memberId, number, mask }: Marks): Promise<void> {
  await sql`
    insert into phone_guess (member_id, number, mask) values (${memberId}, ${number}, ${mask})
    on conflict (member_id, number) do update set at = clock_timestamp()`.execute(db)
}

export async function removeGuess(db: Db, { memberId, number }: Marks): Promise<void> {
  await db.deleteFrom('phone_guess').where('member_id', '=', memberId).where('number', '=', number).execute()
}

/** Forgets what counts no more. */
export async function forgetGuesses(db: Db): Promise<void> {
  await db.deleteFrom('phone_guess').where('at', '<', sql<Date>`now() - interval '1 day'`).execute()
}
