import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

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
/** Whoever signs in with this account has to change its password, however long that takes. */
export async function demandNewPassword(db: Db, account: string): Promise<void> {
  await db.updateTable('member').set({ must_change_password: true }).where('account', '=', account).execute()
}

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
