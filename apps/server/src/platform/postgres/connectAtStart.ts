import { Socket } from 'node:net'
import pg from 'pg'
import { StartError } from '../start/startError.ts'

/** A connection is given up after so many looks at it, this far apart. */
const looks = 100

/**
 * A connection for what is done once, before the server serves.
 * @param patienceMs how long it may take. Milliseconds; ten seconds unless said otherwise
 * @throws StartError naming the address, without its password; `cause` is what went wrong
 */
export async function connectAtStart(url: string, options?: string, patienceMs = 10_000): Promise<pg.Client> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: url, options, stream: () => socket })
  // A connection lost between two queries shows in the next one.
  client.on('error', () => undefined)
  // In steps: while this program reads its own modules it hears no answer, and that is not the database's time.
  let left = looks
  const timer = setInterval(() => {
    left -= 1
    if (left === 0) socket.destroy(new Error('timeout expired'))
  }, patienceMs / looks)
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
