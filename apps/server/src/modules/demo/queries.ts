import { sql } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'

/** Values of one column, with the type PostgreSQL is to read them as. */
export interface Column {
  readonly type:
    | 'bigint'
    | 'integer'
    | 'text'
    | 'boolean'
    | 'timestamptz'
    | 'date'
    | 'time'
    | 'inet'
    | 'uuid'
    | 'jsonb'
    | 'bytea'
  readonly values: readonly unknown[]
}

/** Inserts many rows given as columns of equal length, in one statement. Identity columns may be given. */
export async function insertColumns(
  db: Db,
  table: keyof DB,
  columns: Readonly<Record<string, Column>>,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map(name => sql.ref(name)))
  const arrays = sql.join(
    Object.values(columns).map(column => sql`${column.values}::${sql.raw(column.type)}[]`),
  )
  await sql`insert into ${sql.table(table)} (${names}) overriding system value select * from unnest(${arrays})`.execute(
    db,
  )
}

/** One seeding at a time, whatever number of processes start at once; held until the transaction ends. */
export async function lockSeeding(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('demo seed'))`.execute(db)
}

/** Whether nobody has put anything in yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from organisation) and not exists (select from member) as empty`.execute(db)
  return rows[0]?.empty ?? false
}

/** The next ids of a table, in rising order. */
export async function takeIds(
  db: Db,
  sequence:
    | 'organisation'
    | 'classroom'
    | 'simulator'
    | 'role'
    | 'person'
    | 'course'
    | 'app_menu'
    | 'app_banner',
  count: number,
): Promise<number[]> {
  const name = sequence === 'person' ? sql`'person_id'` : sql`pg_get_serial_sequence(${sequence}, 'id')`
  const { rows } = await sql<{ id: number }>`
    select nextval(${name}) as id from generate_series(1, ${count}::integer) order by 1`.execute(db)
  return rows.map(row => row.id)
}

/** Modules as the model of a day needs them. */
export function readModules(db: Db) {
  return db
    .selectFrom('module')
    .innerJoin('sub_subject', 'sub_subject.id', 'module.sub_subject_id')
    .select([
      'module.id as moduleId',
      'sub_subject.id as subSubjectId',
      'sub_subject.name as subSubject',
      'sub_subject.subject_id as subject',
      'sub_subject.gear_types as gearTypes',
    ])
    .orderBy('module.id')
    .execute()
}

/** Partitions for the history. Instants are ISO 8601. */
export async function ensureMonths(db: Db, from: string, to: string): Promise<void> {
  await sql`select ensure_months(${from}::timestamptz, ${to}::timestamptz)`.execute(db)
}

export interface MemberHash {
  id: number
  account: string
  hash: string
}

/** The password hashes of these accounts. */
export function readHashes(db: Db, accounts: readonly string[]): Promise<MemberHash[]> {
  return db
    .selectFrom('member')
    .select(['id', 'account', 'password_hash as hash'])
    .where('account', 'in', [...accounts])
    .execute()
}

/** Gives a member another password and ends their sessions. */
export async function replacePassword(db: Db, member: number, hash: string): Promise<void> {
  await db.updateTable('member').set({ password_hash: hash }).where('id', '=', member).execute()
  await sql`
    update session set ended_at = now(), end_reason = 'passwordChanged'
    where member_id = ${member} and ended_at is null`.execute(db)
}

/** Faults that nothing has cleared yet. */
export function readOpenFaults(db: Db) {
  return db
    .selectFrom('fault')
    .innerJoin('simulator', 'simulator.id', 'fault.simulator_id')
    .select(['simulator.sn', 'fault.code', 'fault.text'])
    .where('fault.cleared_at', 'is', null)
    .execute()
}
