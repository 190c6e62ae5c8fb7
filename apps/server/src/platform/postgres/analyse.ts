import { connectAtStart } from './connectAtStart.ts'

/**
 * Lets the planner know tables that nobody has looked at yet: those that a first start or a restore filled just now, which
 * autovacuum would come to a minute later. A small sample of each is enough until then. Nothing to do at other starts.
 * @param ownerUrl the role that owns the tables
 */
export async function analyseUnknown(ownerUrl: string): Promise<void> {
  const client = await connectAtStart(ownerUrl)
  try {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and reltuples < 0`,
    )
    if (rows.length === 0) return
    await client.query('set default_statistics_target = 20')
    await client.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
  } finally {
    await client.end()
  }
}
