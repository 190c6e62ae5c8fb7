import type { StudentBalance } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export function readPurse(db: Db, studentId: number): Promise<{ cash: number; bonus: number }> {
  return db
    .selectFrom('purse')
    .select(['cash', 'bonus'])
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow()
}

type Entry = StudentBalance['entries'][number]

/** What moved a student's balance at the schools in the scope, newest first: a credit is the student's. */
export async function balanceEntries(db: Db, scope: Scope, studentId: number): Promise<Entry[]> {
  const { rows } = await sql<Omit<Entry, 'at'> & { at: Date }>`
    select j.id as "journalId", j.kind, j.day, j.created_at as at, j.source as no, o.name as "schoolName",
      coalesce(-sum(e.amount) filter (where e.account = 'student_cash'), 0)::bigint as cash,
      coalesce(-sum(e.amount) filter (where e.account = 'student_bonus'), 0)::bigint as bonus
    from ledger_entry e
    join journal j on j.id = e.journal_id
    join organisation o on o.id = e.school_id
    where e.student_id = ${studentId} and ${scoped(scope, sql.ref('e.school_id'))}
    group by j.id, o.id order by j.id desc, o.id limit 200`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** What moved it elsewhere, in one sum; null where nothing did. */
export async function balanceElsewhere(
  db: Db,
  scope: Scope,
  studentId: number,
): Promise<{ cash: number; bonus: number } | null> {
  const { rows } = await sql<{ entries: number; cash: number; bonus: number }>`
    select count(*)::bigint as entries,
      coalesce(-sum(e.amount) filter (where e.account = 'student_cash'), 0)::bigint as cash,
      coalesce(-sum(e.amount) filter (where e.account = 'student_bonus'), 0)::bigint as bonus
    from ledger_entry e
    where e.student_id = ${studentId} and not ${scoped(scope, sql.ref('e.school_id'))}`.execute(db)
  const { entries = 0, cash = 0, bonus = 0 } = rows[0] ?? {}
  return entries === 0 ? null : { cash, bonus }
}
