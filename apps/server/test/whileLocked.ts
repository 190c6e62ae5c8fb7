import { setTimeout as wait } from 'node:timers/promises'
import type { TestApp } from './app.ts'
import { ownerPool } from './database.ts'

/** Longer than anything takes that waits for nobody. */
const patienceMs = 10_000
const blocked = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'

/**
 * Does something while another transaction holds what it locks with a statement, and gives it back after that; an `act` that
 * waits for it fails. `waiting` ends when somebody does.
 */
export async function whileLocked(
  { database }: Pick<TestApp, 'database'>,
  locking: string,
  act: (waiting: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const holder = await ownerPool(database.ownerUrl).connect()
  const over = new AbortController()
  const overdue = wait(patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new Error('it waits for what is locked')
  })
  const waiting = async () => {
    while ((await holder.query(blocked)).rowCount === 0) await wait(20)
  }
  try {
    await holder.query(`begin; ${locking}`)
    await Promise.race([act(waiting), overdue])
  } finally {
    over.abort()
    await Promise.allSettled([holder.query('rollback'), overdue])
    holder.release()
  }
}
