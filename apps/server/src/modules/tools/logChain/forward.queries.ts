import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface Progress {
  readonly seq: number
  readonly failingSince: Date | null
}

/** How far a target is; one that is new begins with what is sealed from now on. */
export async function progressOf(db: Db, target: string): Promise<Progress> {
  await sql`
    insert into log_forward (target, seq) select ${target}, coalesce(max(seq), 0) from log_seal
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('log_forward')
    .select(['seq', 'failing_since as failingSince'])
    .where('target', '=', target)
    .executeTakeFirstOrThrow()
  return { ...row, seq: Number(row.seq) }
}

export async function noteSent(db: Db, target: string, seq: number): Promise<void> {
  await db
    .updateTable('log_forward')
    .set({ seq, failing_since: null, problem: null, told_at: null })
    .where('target', '=', target)
    .execute()
}

/** Notes a failure. @returns whether it has lasted so long that it is to be told, and was not */
export async function noteFailure(
  db: Db,
  target: string,
  problem: string,
  tellAfterMinutes: number,
): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    update log_forward set problem = ${problem}, failing_since = coalesce(failing_since, now())
    where target = ${target}
    returning told_at is null and failing_since < now() - make_interval(mins => ${tellAfterMinutes}) as late`.execute(
    db,
  )
  return rows[0]?.late ?? false
}

export async function noteTold(db: Db, target: string): Promise<void> {
  await db.updateTable('log_forward').set({ told_at: sql`now()` }).where('target', '=', target).execute()
}

/** Those who see to it: with the code of 安全管理, of the platform. */
export async function keepers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m
    where m.enabled
      and exists (select from member_role r join role_access a using (role_id) where r.member_id = m.id and a.code = 'system:security')
      and exists (
        select from member_organisation mo join organisation o on o.id = mo.organ_id
        where mo.member_id = m.id and o.type = 'platform')`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** How the first target is doing; undefined: there is none. */
export async function forwardState(db: Db) {
  return db
    .selectFrom('log_forward')
    .select(['target', 'seq', 'failing_since as failingSince', 'problem'])
    .orderBy('target')
    .executeTakeFirst()
}
