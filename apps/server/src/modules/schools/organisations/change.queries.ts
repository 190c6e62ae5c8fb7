import { type OrganisationType, trainingUse } from '@drivesim/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Organisation } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'

/** What a change must know of the organisation that it changes. */
export interface LockedOrganisation {
  id: number
  name: string
  type: OrganisationType
  parentId: number | null
  enabled: boolean
  version: number
}

const fields = [
  'o.id',
  'o.name',
  sql<OrganisationType>`o.type`.as('type'),
  'o.parent_id as parentId',
  'o.enabled',
  'o.version',
] as const

/** An organisation in the scope as it is now. */
export function findBrief(db: Db, scope: Scope, id: number): Promise<LockedOrganisation | undefined> {
  return db
    .selectFrom('organisation as o')
    .select(fields)
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.id')))
    .executeTakeFirst()
}

/** An organisation in the scope, locked until the change is committed. */
export function lockOrganisation(db: Db, scope: Scope, id: number): Promise<LockedOrganisation | undefined> {
  return db
    .selectFrom('organisation as o')
    .select(fields)
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.id')))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** How many of the ids are schools in the scope. */
export async function countSchools(db: Db, scope: Scope, ids: readonly number[]): Promise<number> {
  const { schools } = await db
    .selectFrom('organisation as o')
    .select(sql<number>`count(*)`.as('schools'))
    .where(sql<boolean>`o.id = any(${ids}::bigint[])`)
    .where('o.type', '=', 'school')
    .where(scoped(scope, sql.ref('o.id')))
    .executeTakeFirstOrThrow()
  return schools
}

/** A school in the scope that people are added to (lock order 2). As with sales: they wait for no closing, nor that for them. */
export function holdSchool(db: Db, scope: Scope, id: number): Promise<LockedOrganisation | undefined> {
  return db
    .selectFrom('organisation as o')
    .select(fields)
    .where('o.id', '=', id)
    .where('o.type', '=', 'school')
    .where(scoped(scope, sql.ref('o.id')))
    .forKeyShare()
    .executeTakeFirst()
}

/** An organisation in the scope that something is put below: until the change is committed, nobody disables it. */
export function holdOrganisation(db: Db, scope: Scope, id: number): Promise<LockedOrganisation | undefined> {
  return db
    .selectFrom('organisation as o')
    .select(fields)
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.id')))
    .forShare()
    .executeTakeFirst()
}

/** Whether a service point's school is enabled, and its name; held until the change is committed. */
export function parentState(db: Db, id: number): Promise<{ name: string; enabled: boolean } | undefined> {
  return db
    .selectFrom('organisation')
    .select(['name', 'enabled'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** What schools stand below; undefined before the first organisation is made. */
export async function platformId(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'platform')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Adds an organisation; undefined where its name is taken below the same parent. */
export async function insertOrganisation(db: Db, row: Insertable<Organisation>): Promise<number | undefined> {
  const added = await db
    .insertInto('organisation')
    .values(row)
    .onConflict(conflict => conflict.columns(['parent_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** @returns false where the name is taken below the same parent */
export function updateOrganisation(db: Db, id: number, row: Updateable<Organisation>): Promise<boolean> {
  return unlessTaken(db.updateTable('organisation').set(row).where('id', '=', id).execute())
}

/** How many simulators below an organisation are training now. */
export async function trainingBelow(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ devices: number }>`
    select coalesce(sum(simulators), 0)::bigint as devices from simulator_count
    where state_id = 'training' and organ_id in (select organisations_below(array[${id}::bigint]))`.execute(
    db,
  )
  return rows[0]?.devices ?? 0
}

export interface Use {
  what: string
  count: number
}

/** What hangs below an organisation, in the order of its weight; what there is none of is left out. */
export async function usesOfOrganisation(db: Db, id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    with below as (select organisations_below(array[${id}::bigint]) as id),
    devices as (
      select sum(simulators) as all, sum(simulators) filter (where state_id = 'training') as training
      from simulator_count where organ_id in (select id from below)
    )
    select u.what, u.count::bigint as count from (values
      (1, ${trainingUse}::text, (select training from devices)),
      (2, '设备', (select "all" from devices)),
      (3, '学员', (select count(*) from student where school_id in (select id from below))),
      (4, '教室', (select count(*) from classroom where enabled and organ_id in (select id from below))),
      (5, '服务点', (
        select count(*) from organisation
        where enabled and type = 'servicePoint' and id <> ${id} and id in (select id from below)
      )),
      (6, '成员', (
        select count(*) from member m where m.enabled and (
          m.organ_id in (select id from below)
          or exists (
            select from member_organisation mo where mo.member_id = m.id and mo.organ_id in (select id from below)
          )
        )
      )),
      (7, '启用的招生配置', (
        select count(*) from enrolment_config where state = 'enabled' and school_id in (select id from below)
      )),
      (8, '在职教练', (
        select count(*) from coach where state = 'employed' and school_id in (select id from below)
      )),
      (9, '未到期的合同', (
        select count(*) from contract
        where voided_at is null and ends_on >= business_day(now()) and school_id in (select id from below)
      ))
    ) u (place, what, count)
    where u.count > 0
    order by u.place`.execute(db)
  return rows
}

/** Simulators that show this organisation's name. */
export async function simulatorsOf(db: Db, organ: number): Promise<number[]> {
  const rows = await db.selectFrom('simulator').select('id').where('organ_id', '=', organ).execute()
  return rows.map(({ id }) => id)
}

/** Members who have their scope from these organisations. */
export async function managersOf(db: Db, organs: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('member_organisation')
    .select('member_id as id')
    .distinct()
    .where(sql<boolean>`organ_id = any(${organs}::bigint[])`)
    .execute()
  return rows.map(({ id }) => id)
}
