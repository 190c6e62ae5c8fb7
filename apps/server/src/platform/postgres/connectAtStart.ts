import { Socket } from 'node:net'
import pg from 'pg'
import { StartError } from '../start/startError.ts'

/** Into how many steps the patience for a connection is divided. */
const steps = 100

/**
 * A connection for what is done once, before the server serves.
 * @param patienceMs how long it may take, in milliseconds
 * @throws StartError naming the address, without its password; `cause` is what went wrong
 */
export async function connectAtStart(url: string, options?: string, patienceMs = 10_000): Promise<pg.Client> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: url, options, stream: () => socket })
  // A connection lost between two queries shows in the next one.
  client.on('error', () => undefined)
  // Counted in steps, not by one timer: while this program loads its own modules it cannot hear the answer, and that time must
  // not count against the database.
  let left = steps
  const timer = setInterval(() => {
    left -= 1
    if (left === 0) socket.destroy(new Error('timeout expired'))
  }, patienceMs / steps)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw new StartError(`连不上数据库 ${withoutPassword(url)}：${describe(error)}`, { cause: error })
  } finally {
    clearInterval(timer)
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
