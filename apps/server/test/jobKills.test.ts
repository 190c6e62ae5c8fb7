import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomOf } from '@drivesim/fleet/random'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { wrongRows } from '../src/modules/tools/integrity/queries.ts'
import { jobCounts } from '../src/modules/tools/jobs/checks.queries.ts'
import { openDb, openPool } from '../src/platform/postgres/db.ts'
import { query } from './database.ts'
import { adminPassword } from './load.ts'
import { exitCodeOf, killAll, launch, makeSite, ownerUrlOf, pollUntil, untilReady } from './serverProcess.ts'

// The server, or its database, is killed at random moments amid a job. Its rows commit without waiting for the disk: what
// a database loses when it is killed, it must lose whole.

const kills = 50
/** More than are done between two kills. */
const simulators = kills * 600
const seed = process.env.TEST_SEED ?? String(Date.now())

/** Simulators of one classroom, and a job that moves them to another. */
const business = `
  with school as (
    insert into organisation (name, type, parent_id)
    values ('驾校', 'school', (select id from organisation where type = 'platform')) returning id
  ), rooms as (
    insert into classroom (organ_id, name) select id, name from school, unnest(array['旧教室', '新教室']) name
    returning id, organ_id, name
  ), made as (
    insert into simulator (sn, name, organ_id, room_id, key_hash)
    select 'KILL-' || n, n || ' 号机', organ_id, id, sha256(n::text::bytea)
    from rooms, generate_series(1, ${simulators}) n where name = '旧教室' returning id, organ_id, room_id
  ), states as (
    insert into simulator_state (simulator_id) select id from made
  ), intervals as (
    insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
    select id, fact, value, organ_id, room_id, now()
    from made, (values ('link', 'offline'), ('activity', 'idle'), ('health', 'ok'), ('administration', 'enabled')) f (fact, value)
  ), begun as (
    insert into job (kind, label, owner_id, input, total)
    select 'device.move', '移动', (select min(id) from member), jsonb_build_object('organId', organ_id, 'roomId', id), ${simulators}
    from rooms where name = '新教室' returning id
  )
  insert into job_row (job_id, seq, record_id)
  select begun.id, row_number() over (order by made.id), made.id from begun, made`

test.runIf(process.env.TEST_LONG === '1')(
  `a job that is killed ${kills} times does every act once`,
  { timeout: 1_800_000 },
  async () => {
    console.log(`seed ${seed}`)
    const random = randomOf('jobs', seed)
    const site = await makeSite()
    const start = async () => {
      const run = launch(site, { ADMIN_PASSWORD: adminPassword })
      await untilReady(site, run)
      return run
    }
    const count = async (sql: string) =>
      z.object({ n: z.coerce.number() }).parse((await query(ownerUrlOf(site), sql))[0]).n
    const settled = () => count('select done + failed as n from job')
    try {
      let run = await start()
      await query(ownerUrlOf(site), business)
      for (let n = 0; n < kills; n += 1) {
        // Nobody need wait for the lease of who is gone.
        await query(ownerUrlOf(site), `update job set lease_until = now() where state = 'running'`)
        const before = await settled()
        if (before === simulators) throw new Error(`the job was over after ${n} kills`)
        await pollUntil(async () => (await settled()) > before)
        await wait(random.int(0, 100))
        if (n % 2 === 0) {
          const lock = readFileSync(join(site.dataDir, 'postgres/postmaster.pid'), 'utf8')
          process.kill(Number.parseInt(lock, 10), 'SIGKILL')
        }
        run.child.kill('SIGKILL')
        await exitCodeOf(run)
        run = await start()
      }
      await query(ownerUrlOf(site), `update job set lease_until = now() where state = 'running'`)
      await pollUntil(async () => (await settled()) === simulators)

      expect(await count('select failed as n from job')).toBe(0)
      expect(await count(`select count(*) as n from operation_log where label = '移动'`)).toBe(simulators)
      expect(await count('select count(*) as n from simulator_interval where ended_at is not null')).toBe(
        4 * simulators,
      )
      const db = openDb(openPool(ownerUrlOf(site), 1))
      expect((await wrongRows(db, jobCounts)).count).toBe(0)
      await db.destroy()
    } finally {
      await killAll(site)
    }
  },
)
