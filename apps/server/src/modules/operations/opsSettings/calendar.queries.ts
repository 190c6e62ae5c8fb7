import type { DayKind, NationalDay } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Holiday } from './holidays.rules.ts'

export function allDays(db: Db): Promise<{ day: string; kind: DayKind }[]> {
  return db
    .selectFrom('national_day')
    .select(['day', sql<DayKind>`kind`.as('kind')])
    .execute()
}

export function daysOfYear(db: Db, year: number): Promise<NationalDay[]> {
  return db
    .selectFrom('national_day')
    .select(['day', sql<DayKind>`kind`.as('kind'), 'name', 'manual'])
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .orderBy('day')
    .execute()
}

/** The years of which any day is known. */
export async function knownYears(db: Db): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from day)::integer as year from national_day order by 1`.execute(db)
  return rows.map(({ year }) => year)
}

/** Adds days that are not there; what is there stays. @returns how many were added */
export async function insertDays(db: Db, days: readonly Holiday[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into national_day (day, kind, name)
    select * from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ kind }) => kind)}::text[],
      ${days.map(({ name }) => name)}::text[]) as x (day, kind, name) order by 1
    on conflict (day) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A day as a person has it; null: as its weekday has it. */
export async function setDay(db: Db, day: string, kind: DayKind | null, name: string | null): Promise<void> {
  if (kind === null) {
    await db.deleteFrom('national_day').where('day', '=', day).execute()
    return
  }
  await db
    .insertInto('national_day')
    .values({ day, kind, name, manual: true })
    .onConflict(conflict => conflict.column('day').doUpdateSet({ kind, name, manual: true }))
    .execute()
}
