import { setTimeout as wait } from 'node:timers/promises'
import { randomOf } from '@drivesim/fleet/random'
import { expect, test } from 'vitest'
import { billChecks } from '../src/modules/bills/checks.queries.ts'
import { wrongRows } from '../src/modules/integrity/queries.ts'
import { orderChecks } from '../src/modules/orders/checks.queries.ts'
import { openDb, openPool } from '../src/platform/postgres/db.ts'
import { query } from './database.ts'
import { ended, polled } from './serverProcess.ts'
import { severalServers } from './severalServers.ts'

// Two processes close the same schools at once, and are killed at random moments while they do.

const kills = 50
const seed = process.env.TEST_SEED ?? String(Date.now())

/** Schools with a rent and an adjustment a month, of which nothing is closed yet. */
const business = `
  with school as (
    insert into organisation (name, type, parent_id)
    select '驾校' || n, 'school', (select id from organisation where type = 'platform') from generate_series(1, 60) n
    returning id
  ), signed as (
    insert into contract (no, school_id, mode, monthly_rent, billing_day, starts_on, ends_on, offline_cap, created_by)
    select 'HT-' || id, id, 'rent', 300000 + id, 1, date_trunc('month', now())::date - interval '24 months', '2199-12-31', 0,
      (select min(id) from member)
    from school
  )
  insert into adjustment (school_id, amount, reason, day, created_by)
  select school.id, 100 + n, '核对', date_trunc('month', now())::date - n * interval '1 month' + interval '9 days',
    (select min(id) from member)
  from school, generate_series(1, 24) n`

test.runIf(process.env.TEST_LONG === '1')(
  `a close that is killed ${kills} times leaves no half bill, no gap and nothing twice`,
  { timeout: 1_200_000 },
  async () => {
    console.log(`seed ${seed}`)
    const random = randomOf('closing', seed)
    const { ownerUrl, start, killed, count, stop } = await severalServers(2)
    const bills = () => count('select count(*) as n from bill')
    try {
      const first = await start(0, { CLOSING: '0' })
      await query(ownerUrl, business)
      first.child.kill('SIGINT')
      await ended(first)
      const runs = [await start(0), await start(1)]
      const all = 60 * 24
      for (let n = 0; n < kills && (await bills()) < all; n += 1) {
        const before = await bills()
        await polled(async () => (await bills()) > before || before === all)
        await wait(random.int(0, 200))
        const place = random.int(0, 1)
        runs[place] = await killed(place, runs[place])
        // What is seen of a bill is all of it, at any moment.
        expect(await count('select count(*) as n from bill where no is null or digest is null')).toBe(0)
      }
      await polled(async () => (await bills()) === all)
      const db = openDb(openPool(ownerUrl, 1))
      const found = new Map<string, number>()
      for (const check of [...orderChecks, ...billChecks])
        if (!('find' in check)) found.set(check.title, (await wrongRows(db, check)).count)
      await db.destroy()
      expect([...found].filter(([, wrong]) => wrong > 0)).toEqual([])
      expect(await count('select count(*) as n from adjustment where bill_id is null')).toBe(0)
    } finally {
      await stop()
    }
  },
)
