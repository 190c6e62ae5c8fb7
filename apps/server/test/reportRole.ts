import pg from 'pg'
import { verifierOf } from '../src/modules/open/reportRoles/password.rules.ts'
import {
  type ReportRole,
  removalStatements,
  roleStatements,
  runStatements,
} from '../src/modules/open/reportRoles/queries.ts'

/** The way of another role to the same database. */
export function asRole(url: string, role: string): string {
  const other = new URL(url)
  other.username = role
  return other.toString()
}

/** A report role of a test's database, connected. `end` takes it away. */
export async function makeReportRole(ownerUrl: string, role: ReportRole) {
  const superuser = asRole(ownerUrl, 'postgres')
  await runStatements(superuser, roleStatements(role, verifierOf('not asked for on the socket')))
  const client = new pg.Client({ connectionString: asRole(ownerUrl, role.name) })
  await client.connect()
  return {
    client,
    rows: async (sql: string): Promise<Record<string, unknown>[]> => (await client.query(sql)).rows,
    async end() {
      await client.end()
      await runStatements(superuser, removalStatements(role.name))
    },
  }
}
