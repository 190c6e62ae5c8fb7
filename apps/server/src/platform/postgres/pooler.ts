import pg from 'pg'
import { StartError } from '../start/startError.ts'
import { connectAtStart } from './connectAtStart.ts'
import { sessionSettings } from './db.ts'

/** SQLSTATE: what poolers answer to a startup parameter, or to a transaction, that they do not let through. */
const protocolViolation = '08P01'

/**
 * The server listens, prepares statements and sets its sessions up: every connection must be a session of its own. A
 * pooler that hands out sessions by transaction would fail it here and there, and later.
 * @param variable which names the database
 * @throws StartError where there is one, or no database at all
 */
export async function refusePooler(variable: string, url: string): Promise<void> {
  if (await hasOwnSessions(url)) return
  throw new StartError(
    `${variable} 经过的连接池（如 pgbouncer）不给每个连接自己的会话，请改为直接连接 PostgreSQL 的地址`,
  )
}

async function hasOwnSessions(url: string): Promise<boolean> {
  const open: pg.Client[] = []
  const connect = async () => {
    const client = await connectAtStart(url, sessionSettings)
    open.push(client)
    return client
  }
  try {
    const one = await connect()
    const before = await sessionOf(one)
    const other = await connect()
    await other.query('begin')
    const others = await sessionOf(other)
    // Asked again only where the other's transaction has not taken the session: a pool of one would never answer.
    return before.settled && before.pid !== others.pid && (await sessionOf(one)).pid === before.pid
  } catch (error) {
    const cause = error instanceof StartError ? error.cause : error
    if (cause instanceof pg.DatabaseError && cause.code === protocolViolation) return false
    throw error
  } finally {
    await Promise.all(open.map(client => client.end()))
  }
}

async function sessionOf(client: pg.Client): Promise<{ pid: number; settled: boolean }> {
  const { rows } = await client.query<{ pid: number; settled: boolean }>(
    `select pg_backend_pid() as pid, current_setting('plan_cache_mode') = 'force_generic_plan' as settled`,
  )
  const [session] = rows
  if (session === undefined) throw new StartError('数据库没有报告它的会话')
  return session
}
