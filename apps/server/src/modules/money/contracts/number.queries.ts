import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** 合同, 账单, 收款, 付款. */
export type Series = 'HT' | 'ZD' | 'SK' | 'FK'

/** The next number of a series in a month. @param month its first day; null: the month of today */
export async function nextNumber(db: Db, series: Series, month: string | null): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    insert into number_series as s (series, month, last)
    values (${series}, coalesce(${month}::date, date_trunc('month', business_day(now()))::date), 1)
    on conflict (series, month) do update set last = s.last + 1
    returning series || to_char(month, 'YYYYMM') || '-' || lpad(last::text, 6, '0') as no`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an insert gave no row')
  return row.no
}
