import pg from 'pg'
import { StartError } from '../start/startError.ts'

/**
 * A connection for what is done once, before the server serves.
 * @throws StartError naming the address, without its password; `cause` is what went wrong
 */
export async function connectAtStart(url: string, options?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, options })
  // A connection lost between two queries shows in the next one.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw new StartError(`连不上数据库 ${withoutPassword(url)}：${describe(error)}`, { cause: error })
  }
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.toString()
}

/** What went wrong, in the database's or the system's words. */
export function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('，')
  return error instanceof Error ? error.message : String(error)
}
