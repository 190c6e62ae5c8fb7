import type { ChecklistItem, ChecklistRow, inspections, ParsedOf } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

type ChecklistFilter = Pick<ParsedOf<typeof inspections.checklists>, 'paramValue' | 'inUse'>

/** Everybody's to read: plans of the platform have them. Plans are counted where the scope reaches them. */
function checklistRows(db: Db) {
  return db
    .selectFrom('checklist as c')
    .innerJoin('organisation as o', 'o.id', 'c.organ_id')
    .select([
      'c.id as checklistId',
      'c.name',
      sql<ChecklistItem[]>`c.items`.as('items'),
      'c.enabled',
      sql<number>`(select count(*) from maintenance_plan p where p.checklist_id = c.id and p.enabled)`.as(
        'plans',
      ),
      'c.organ_id as organId',
      'o.name as organName',
      'c.version',
    ])
}

/** Everybody may read a checklist of the platform; other checklists whoever has their organisation in the scope. */
const readable = (scope: Scope) => sql<SqlBool>`(o.type = 'platform' or ${scoped(scope, sql.ref('o.id'))})`

/** The checklists, by id. */
export const checklistList = listByIds<ChecklistFilter, ChecklistRow>({
  found: ({ db, scope }, { paramValue, inUse }) =>
    db
      .selectFrom('checklist as c')
      .innerJoin('organisation as o', 'o.id', 'c.organ_id')
      .select('c.id')
      .where(readable(scope))
      .where(matchesSearch(paramValue, ['c.name']))
      .where(equals('c.enabled', inUse && inUse === 'yes')),
  rows: ({ db }, ids) => checklistRows(db).where(isOneOf('c.id', ids)).execute(),
  idOf: row => row.checklistId,
  first: 'oldest',
})

export function findChecklist(db: Db, scope: Scope, id: number): Promise<ChecklistRow | undefined> {
  return checklistRows(db).where(readable(scope)).where('c.id', '=', id).executeTakeFirst()
}

/** Its organisation lies in the scope: it may be changed. */
export function lockChecklist(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('checklist as c')
    .select(['c.id', 'c.name', 'c.enabled', 'c.version'])
    .where('c.id', '=', id)
    .where(scoped(scope, sql.ref('c.organ_id')))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** One that plans may take, held as it is until the change is committed. */
export function holdChecklist(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('checklist as c')
    .innerJoin('organisation as o', 'o.id', 'c.organ_id')
    .select(['c.id', 'c.name', 'c.enabled', sql<ChecklistItem[]>`c.items`.as('items')])
    .where('c.id', '=', id)
    .where(readable(scope))
    .forKeyShare('c')
    .executeTakeFirst()
}

export async function hasEnabledPlans(db: Db, id: number): Promise<boolean> {
  const plan = await db
    .selectFrom('maintenance_plan')
    .select('id')
    .where('checklist_id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return plan !== undefined
}

const itemsOf = (items: readonly ChecklistItem[]) => sql`${JSON.stringify(items)}::jsonb`

/** Undefined where the name is taken. */
export async function insertChecklist(
  db: Db,
  { name, items, organId }: { name: string; items: readonly ChecklistItem[]; organId: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into checklist (name, items, organ_id) values (${name}, ${itemsOf(items)}, ${organId})
    on conflict (name) do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** @returns false where the name is taken */
export function updateChecklist(
  db: Db,
  id: number,
  { name, items }: { name: string; items: readonly ChecklistItem[] },
): Promise<boolean> {
  return unlessTaken(
    sql`update checklist set name = ${name}, items = ${itemsOf(items)} where id = ${id}`.execute(db),
  )
}

export async function setChecklistEnabled(db: Db, id: number, enabled: boolean): Promise<void> {
  await db.updateTable('checklist').set({ enabled }).where('id', '=', id).execute()
}

/** How many of these fault types are in use. */
export async function countFaultTypes(db: Db, ids: readonly number[]): Promise<number> {
  const { found } = await db
    .selectFrom('fault_type')
    .select(sql<number>`count(*)`.as('found'))
    .where(isOneOf('id', ids))
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow()
  return found
}

/** The organisation of a member: what they make belongs to it. */
export async function organOfMember(db: Db, memberId: number): Promise<number> {
  const { organ_id } = await db
    .selectFrom('member')
    .select('organ_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return organ_id
}
