import { setTimeout as wait } from 'node:timers/promises'
import { randomOf } from '@drivesim/fleet/random'
import { expect, test } from 'vitest'
import { openDb, openPool } from '../src/platform/postgres/db.ts'
import { query } from './database.ts'
import { pollUntil } from './serverProcess.ts'
import { severalServers } from './severalServers.ts'
import { expectSoundOrders } from './workOrders.ts'

// Three processes make orders of the same faults, and are killed at random moments while they do.

const kills = 30
const simulators = 600
const seed = process.env.TEST_SEED ?? String(Date.now())

const business = `
  insert into organisation (name, type, parent_id)
  select '驾校', 'school', (select id from organisation where type = 'platform');
  insert into classroom (organ_id, name) select id, '教室' from organisation where type = 'school';
  insert into component_kind (name) values ('头显'), ('踏板');
  insert into fault_type (component_kind_id, name, severity, repair_hours)
  select id, name || '故障', 'major', 24 from component_kind where mark is null;
  insert into fault_type_code (code, fault_type_id) select 'K' || row_number() over (order by id), id from fault_type where mark is null;
  insert into simulator (sn, name, organ_id, room_id, key_hash)
  select 'KILL-' || n, '设备', c.organ_id, c.id, '' from classroom c, generate_series(1, ${simulators}) n;
  insert into simulator_state (simulator_id) select id from simulator`

/** Two faults of each simulator of some, of one component or of both. */
const raised = (from: number, many: number, second: string) => `
  insert into fault (simulator_id, organ_id, room_id, code, text, raised_at)
  select s.id, s.organ_id, s.room_id, code, '出错', now()
  from (select * from simulator order by id offset ${from} limit ${many}) s, unnest(array['K1', '${second}', 'X']) code
  on conflict do nothing`

test.runIf(process.env.TEST_LONG === '1')(
  `an intake that is killed ${kills} times makes each order once, and misses none`,
  { timeout: 1_200_000 },
  async () => {
    console.log(`seed ${seed}`)
    const random = randomOf('intake', seed)
    const { ownerUrl, start, killed, count, stop } = await severalServers(3)
    try {
      const runs = [await start(0), await start(1), await start(2)]
      await query(ownerUrl, business)
      for (let n = 0; n < kills; n += 1) {
        const many = random.int(5, 40)
        await query(ownerUrl, raised(random.int(0, simulators - many), many, `K${random.int(1, 2)}`))
        await wait(random.int(0, 1_500))
        const place = random.int(0, 2)
        runs[place] = await killed(place, runs[place])
      }
      await pollUntil(async () => (await count('select count(*) as n from fault_todo')) === 0)
      const wanted = await count(
        `select count(distinct (f.simulator_id, coalesce(t.component_kind_id, 0))) as n from fault f
         left join fault_type_code c on c.code = f.code left join fault_type t on t.id = c.fault_type_id`,
      )
      expect(await count('select count(*) as n from work_order')).toBe(wanted)
      expect(
        await count(
          'select count(*) as n from fault where not exists (select from work_order_fault where fault_id = fault.id)',
        ),
      ).toBe(0)
      const db = openDb(openPool(ownerUrl, 1))
      await expectSoundOrders(db)
      await db.destroy()
    } finally {
      await stop()
    }
  },
)
