import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface DemoOperation {
  readonly memberId: number
  readonly account: string
  /** ISO 8601. */
  readonly at: string
  /** "domain.call" of the contract, and its label. */
  readonly call: string
  readonly label: string
  readonly table: string
  readonly rowId: number
  readonly before: object | null
  readonly after: object | null
}

/** Entries of the operation log as the mechanism would have written them, each with the one row that it changed. */
export async function insertOperations(db: Db, operations: readonly DemoOperation[]): Promise<void> {
  for (const { memberId, account, at, call, label, table, rowId, before, after } of operations) {
    await sql`
      with operation as (
        insert into operation_log (at, member_id, account, call, label, address, request_id)
        values (${at}::timestamptz, ${memberId}, ${account}, ${call}, ${label}, '127.0.0.1'::inet, 'demo')
        returning id
      )
      insert into operation_log_change (operation_id, table_name, row_id, before, after)
      select id, ${table}, ${String(rowId)}, ${before === null ? null : JSON.stringify(before)}::jsonb,
        ${after === null ? null : JSON.stringify(after)}::jsonb
      from operation`.execute(db)
  }
}
