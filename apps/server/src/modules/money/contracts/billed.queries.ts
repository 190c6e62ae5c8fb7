import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Contract } from '../../../generated/schema.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a contract keeps once it was billed. */
export const frozenColumns = [
  'mode',
  'platform_bp',
  'monthly_rent',
  'billing_day',
  'due_days',
  'starts_on',
  'deposit',
  'offline_cap',
  'deemed',
] as const
export type Terms = Pick<Selectable<Contract>, (typeof frozenColumns)[number]>

/** Whether a bill was made by this contract. Its school is locked, as for every change and every closing. */
export async function isBilled(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ billed: boolean }>`
    select exists (select from bill_line where contract_id = ${id})
      or exists (select from bill where contract_id = ${id}) as billed`.execute(db)
  return rows[0]?.billed ?? true
}

export function frozenTerms(db: Db, id: number): Promise<Terms> {
  return db.selectFrom('contract').select(frozenColumns).where('id', '=', id).executeTakeFirstOrThrow()
}

/** The last day of a school's last month that was closed; null: none was. */
export async function closedUntil(db: Db, school: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select (max(month) + interval '1 month -1 day')::date as day from bill where school_id = ${school}`.execute(
    db,
  )
  return rows[0]?.day ?? null
}
