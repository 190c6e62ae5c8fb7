import type pg from 'pg'
import type { TestApp } from './app.ts'
import { ownerPool } from './database.ts'

/** How tables were used so far, in rows; `scans`: how often an index was asked. */
export interface TableUse {
  scans: number
  /** Read without an index, and found by one. */
  oneByOne: number
  found: number
  written: number
}

/**
 * How these tables were used so far by everything that is done. Every connection tells what it has kept to itself until
 * now: PostgreSQL would let it wait for up to ten seconds, and an earlier test's work would count as this one's.
 */
export async function tableUse({ services, database }: TestApp, ...tables: string[]): Promise<TableUse> {
  await Promise.all([services.pool, ownerPool(database.ownerUrl)].map(tell))
  const { rows } = await services.pool.query<TableUse>(
    `select coalesce(sum(idx_scan), 0)::int as scans, sum(seq_tup_read)::int as "oneByOne",
       sum(coalesce(idx_tup_fetch, 0))::int as found, sum(n_tup_ins + n_tup_upd + n_tup_del)::int as written
     from pg_stat_user_tables where relname = any($1)`,
    [tables],
  )
  return rows[0] ?? { scans: 0, oneByOne: 0, found: 0, written: 0 }
}

/** Has all idle connections of a pool tell of their work. */
async function tell(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  await Promise.all(clients.map(client => client.query('select pg_stat_force_next_flush()')))
  for (const client of clients) client.release()
}
