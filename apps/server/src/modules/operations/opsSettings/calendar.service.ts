import type { DayKind } from '@drivesim/contract'
import type { Db } from '../../../platform/postgres/db.ts'
import { allDays } from './calendar.queries.ts'

/** The days that are not as their weekday has it. */
export async function specialDays(db: Db): Promise<ReadonlyMap<string, DayKind>> {
  return new Map((await allDays(db)).map(({ day, kind }) => [day, kind]))
}
