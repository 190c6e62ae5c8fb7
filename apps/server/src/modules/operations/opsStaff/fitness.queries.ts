import { type Expression, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** An organisation and those above it. */
const upwards = (organ: Expression<number>) => sql`array(
  select unnest(array[o.id, o.parent_id, up.parent_id]) from organisation o
  left join organisation up on up.id = o.parent_id where o.id = ${organ})`

/** Of the person `p` of `ops_staff`: in use, as a technician and as a member. */
export const isUsable = sql<SqlBool>`(p.active and m.enabled)`

/** Of the member `m`: whether a role lets them handle orders. */
export const handlesOrders = sql<SqlBool>`exists (
  select from member_role mr join role_access a on a.role_id = mr.role_id
  where mr.member_id = m.id and a.code = 'ops:handle')`

/** Of the member `m`: whether an organisation is theirs to see to, and in their scope. */
export const coversOrgan = (organ: Expression<number>) => sql<SqlBool>`(
  exists (select from staff_coverage c where c.member_id = m.id and c.organ_id = any(${upwards(organ)}))
  and exists (select from member_organisation mo where mo.member_id = m.id and mo.organ_id = any(${upwards(organ)})))`

/** Of the member `m`: whether they see to anything in the scope. */
export const isVisibleIn = (scope: Scope) =>
  scope.array === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${scoped(scope, sql.ref('m.organ_id'))} or exists (
        select from staff_coverage c where c.member_id = m.id and (
          ${scoped(scope, sql.ref('c.organ_id'))}
          or exists (select from organisations_below(array[c.organ_id]) below
            where below = any(${scope.array})))))`

/** Whether this person may take orders of an organisation, inside of another statement. */
export const maySeeTo = (memberId: number, organ: Expression<number>) => sql<SqlBool>`exists (
  select from ops_staff p join member m on m.id = p.member_id
  where p.member_id = ${memberId} and ${isUsable} and ${handlesOrders} and ${coversOrgan(organ)})`

export interface Fitness {
  readonly name: string
  readonly usable: boolean
  readonly handles: boolean
  readonly covers: boolean
}

/** What lets a technician take orders of an organisation; undefined where there is none in the scope. */
export async function findFitness(
  db: Db,
  scope: Scope,
  memberId: number,
  organId: number,
): Promise<Fitness | undefined> {
  const { rows } = await sql<Fitness>`
    select m.name, ${isUsable} as usable, ${handlesOrders} as handles, ${coversOrgan(sql`${organId}::bigint`)} as covers
    from ops_staff p join member m on m.id = p.member_id
    where p.member_id = ${memberId} and ${isVisibleIn(scope)}`.execute(db)
  return rows[0]
}
