import type { DealOutcome, DictionaryName, FaultSeverity } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What every item of a dictionary has. `mark`: what is built in. */
export interface Item {
  readonly id: number
  readonly name: string
  readonly enabled: boolean
  readonly mark: string | null
  readonly version: number
}

const tables = {
  component: 'component_kind',
  faultType: 'fault_type',
  dealResult: 'deal_result',
  part: 'spare_part',
} as const satisfies Record<DictionaryName, string>

const mark = (name: DictionaryName) => (name === 'part' ? sql`null` : sql`mark`)

export async function findItem(db: Db, name: DictionaryName, id: number): Promise<Item | undefined> {
  const { rows } = await sql<Item>`
    select id, name, enabled, ${mark(name)} as mark, version from ${sql.table(tables[name])} where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** The same, locked until the change is committed. */
export async function lockItem(db: Db, name: DictionaryName, id: number): Promise<Item | undefined> {
  await sql`select from ${sql.table(tables[name])} where id = ${id} for no key update`.execute(db)
  return findItem(db, name, id)
}

/** The columns of a form, by their names in the table. */
export type Columns = Readonly<Record<string, string | number | boolean | null>>

/** Adds an item, or changes one. @returns its id */
export async function writeItem(
  db: Db,
  name: DictionaryName,
  id: number | undefined,
  columns: Columns,
): Promise<number> {
  const table = sql.table(tables[name])
  const entries = Object.entries(columns)
  const names = sql.join(entries.map(([column]) => sql.ref(column)))
  const values = sql.join(entries.map(([, value]) => sql`${value}`))
  const { rows } =
    id === undefined
      ? await sql<{ id: number }>`insert into ${table} (${names}) values (${values}) returning id`.execute(db)
      : await sql<{ id: number }>`
          update ${table} set (${names}) = row(${values}) where id = ${id} returning id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function switchItem(db: Db, name: DictionaryName, id: number, enabled: boolean): Promise<void> {
  await sql`update ${sql.table(tables[name])} set enabled = ${enabled} where id = ${id}`.execute(db)
}

/** The fault type, other than this one, that has one of the codes. */
export async function codeOwner(db: Db, id: number, codes: readonly string[]): Promise<string | undefined> {
  const row = await db
    .selectFrom('fault_type_code as c')
    .innerJoin('fault_type as t', 't.id', 'c.fault_type_id')
    .select('t.name')
    .where('c.fault_type_id', '<>', id)
    .where(sql<boolean>`c.code = any(${[...codes]}::text[])`)
    .executeTakeFirst()
  return row?.name
}

/** The codes of a fault type are these. */
export async function writeCodes(db: Db, id: number, codes: readonly string[]): Promise<void> {
  await sql`delete from fault_type_code where fault_type_id = ${id} and code <> all(${[...codes]}::text[])`.execute(
    db,
  )
  await sql`
    insert into fault_type_code (code, fault_type_id) select code, ${id}::bigint
    from unnest(${[...codes]}::text[]) code order by 1 on conflict (code) do nothing`.execute(db)
}

export function findFaultType(db: Db, id: number) {
  return db
    .selectFrom('fault_type')
    .select([
      'id',
      'name',
      'enabled',
      'mark',
      'component_kind_id as componentKindId',
      sql<FaultSeverity>`severity`.as('severity'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A fault type that is built in. */
export async function markedFaultType(
  db: Db,
  name: 'unclassified' | 'deviceOffline' | 'roomOffline' | 'roomNotOn',
): Promise<number> {
  const { id } = await db
    .selectFrom('fault_type')
    .select('id')
    .where('mark', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

export function findDealResult(db: Db, id: number) {
  return db
    .selectFrom('deal_result')
    .select([
      'id',
      'name',
      'enabled',
      sql<DealOutcome>`outcome`.as('outcome'),
      'needs_picture as needsPicture',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findSparePart(db: Db, id: number) {
  return db
    .selectFrom('spare_part')
    .select(['id', 'name', 'model', 'price'])
    .where('id', '=', id)
    .executeTakeFirst()
}
