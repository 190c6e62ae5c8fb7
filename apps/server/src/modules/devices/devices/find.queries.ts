import { type FoundSimulator, mostFound } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { contains, likePattern } from '../../../platform/postgres/search.ts'

/** A seat is said without its blank: 02号. */
const name = sql`replace(s.name, ' ', '')`

/** Whether the simulator `s` is called so by anybody: by itself, by where it stands, or by who trains in it. */
const matchesWord = (word: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  s.sn like ${likePattern(word.toUpperCase())} or ${contains(sql`s.car_num`, word)} or ${contains(name, word)}
  or ${contains(sql`c.name`, word)} or ${contains(sql`o.name`, word)} or ${contains(sql`student.name`, word)})`

/** What begins with a seat's number, whether with its zero or without: 2号 is neither 12 nor 22. */
const seatPatterns = (words: readonly string[]) =>
  words.filter(word => /^\d/.test(word)).map(word => likePattern(word.replace(/^0+/, '')).slice(1))

/** Simulators in the scope that all the words fit. Where a word is a seat, its simulators come first. */
export async function findSimulators(db: Db, scope: Scope, typed: string): Promise<FoundSimulator[]> {
  const words = typed
    .replace(/(\d)\s+号/g, '$1号')
    .split(/\s+/)
    .filter(word => word !== '')
  const conditions = [scoped(scope, sql<number>`s.organ_id`), ...words.map(matchesWord)]
  const { rows } = await sql<FoundSimulator>`
    select s.id as "simulatorId", s.name as "simulatorName", s.sn as "simulatorNum", s.car_num as "carNum",
      o.name as "organName", c.name as "classroomName", student.name as student
    from simulator s
    join organisation o on o.id = s.organ_id
    join classroom c on c.id = s.room_id
    join simulator_state now on now.simulator_id = s.id
    left join student on student.id = now.student_id and now.state_id = 'training'
    where ${sql.join(conditions, sql` and `)}
    order by ltrim(${name}, '0') like any(${seatPatterns(words)}::text[]) desc, s.id
    limit ${mostFound}`.execute(db)
  return rows
}
