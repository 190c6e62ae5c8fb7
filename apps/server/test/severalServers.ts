import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startEmbeddedPostgres } from '../src/platform/postgres/embeddedPostgres.ts'
import { query } from './database.ts'
import { exitCodeOf, killAll, launch, makeSite, type Run, type Site, untilReady } from './serverProcess.ts'

/** Servers of one database, for tests that kill some of them. */
export interface Servers {
  readonly ownerUrl: string
  /** Where the first one is. */
  readonly first: Site
  /** Where each one is. */
  readonly sites: readonly Site[]
  /** Starts the one at a place. */
  start(place: number, env?: Record<string, string>): Promise<Run>
  /** Kills the one at a place, and starts it again. */
  killed(place: number, run: Run | undefined): Promise<Run>
  /** The number `n` that a statement gives. */
  count(sql: string): Promise<number>
  /** Ends all of them and the database. */
  stop(): Promise<void>
}

export async function severalServers(many: number): Promise<Servers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-several-'))
  const { appUrl, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir })
  const first = await makeSite()
  const sites = [first]
  while (sites.length < many) sites.push(await makeSite(first.dataDir))
  const start = async (place: number, env: Record<string, string> = {}) => {
    const site = sites[place]
    if (site === undefined) throw new Error(`there are ${many} places`)
    const run = launch(site, { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl, ...env })
    await untilReady(site, run)
    return run
  }
  return {
    ownerUrl,
    first,
    sites,
    start,
    async killed(place, run) {
      run?.child.kill('SIGKILL')
      if (run !== undefined) await exitCodeOf(run)
      return start(place)
    },
    count: async sql => z.object({ n: z.coerce.number() }).parse((await query(ownerUrl, sql))[0]).n,
    async stop() {
      await killAll(first)
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
