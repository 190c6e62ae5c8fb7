import type pg from 'pg'

/** So long a migration stands in line for a table, and everybody behind it. */
const lockWait = '200ms'

/** One transaction of a migration. @throws DatabaseError 55P03 where a lock is not to be had within 200 ms; nothing is changed then */
export async function inTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${lockWait}'`)
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
