import { contract, deviceBulk, errors, simulatorMachine } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'
import { checkData } from '../../tools/integrity/service.ts'
import { simulatorCounts } from './checks.queries.ts'

// A job takes simulators together; what it leaves behind is what acting on each of them alone does.

const { devices, jobs, workOrders } = contract
let app: TestApp
let editor: Awaited<ReturnType<TestApp['signedIn']>>

beforeEachTest(async built => {
  app = built
  editor = await app.signedIn({
    codes: ['device:simulator', 'device:edit', 'ops', 'ops:report', 'ops:dispatch'],
  })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const columnOf = (of: readonly unknown[], name: string) => of.map(row => Reflect.get(Object(row), name))

interface Fleet {
  readonly ids: number[]
  /** Where they are to go. */
  readonly to: { organId: number; roomId: number }
}

/** A simulator offline, online, training, disabled, one that staff took down, and one that is there already. */
async function makeFleet(): Promise<Fleet> {
  const { pool } = app.services
  const [organ, organId] = [await makeOrganisation(pool), await makeOrganisation(pool)]
  const [room, roomId] = [await makeClassroom(pool, organ), await makeClassroom(pool, organId)]
  const make = async (place = { organ, room }) => (await makeSimulator(pool, place)).id
  const ids = [await make(), await make(), await make(), await make(), await make()]
  ids.push(await make({ organ: organId, room: roomId }))
  const [, online = 0, training = 0, disabled = 0, down = 0] = ids
  await setState(pool, online, { online: true })
  await setState(pool, training, { online: true, activity: 'training' })
  await editor.call(devices.setEnabled, { simulatorId: disabled, enabled: false })
  const { data } = await editor.call(workOrders.add, {
    simulatorId: down,
    componentKindId: 1,
    description: '方向盘卡住',
  })
  await editor.call(workOrders.deviceDown, { orderId: data.orderId, down: true })
  await pool.query(
    `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at)
     select id, organ_id, room_id, 'E101', '头显无信号', now() from simulator where id = $1`,
    [online],
  )
  await pool.query('delete from fault_todo')
  return { ids, to: { organId, roomId } }
}

/** What simulators and all that follows them are like, without what differs between any two. */
async function leftOf({ ids, to }: Fleet, labels: readonly string[]) {
  const all = (sql: string) =>
    Promise.all(
      ids.map(id =>
        rows(`with given (label, there, organ) as (values ($2::text[], $3::bigint, $4::bigint)) ${sql}`, [
          id,
          labels,
          to.roomId,
          to.organId,
        ]),
      ),
    )
  return {
    simulators: await all(
      `select room_id = there as there, version, state_id, enabled_since = online_since as moved
       from given, simulator s join simulator_state n on n.simulator_id = s.id where s.id = $1`,
    ),
    intervals: await all(
      `select fact, value, room_id = there as there, ended_at is not null as ended
       from given, simulator_interval where simulator_id = $1 order by 1, 2, 3, 4`,
    ),
    log: await all(
      `select count(distinct l.id)::int as entries, array_agg(c.table_name order by c.id) as tables,
         array_agg((c.after ->> 'room_id')::bigint = there order by c.id) as there,
         array_agg(c.after ->> 'enabled' order by c.id) as enabled,
         (select count(*)::int from operation_log_change o
           where o.operation_id = any(array_agg(l.id)) and o.row_id <> $1::text) as of_others
       from given, operation_log l join operation_log_change c on c.operation_id = l.id
       where l.label = any(given.label)
         and c.row_id = $1::text and c.table_name in ('simulator', 'simulator_state')`,
    ),
    orders: await all(
      `select device_down, array(select kind from work_order_event where order_id = w.id order by id) as events
       from given, work_order w where simulator_id = $1`,
    ),
    faults: await all(
      `select split_part(code, '-', 1) as code, cleared_at is not null as cleared,
         (select count(*)::int from fault_todo where fault_id = f.id and kind = 'raised') as asked
       from given, fault f where simulator_id = $1 order by 1`,
    ),
    counts: await rows(
      `select state_id, simulators::int from simulator_count where organ_id = $1 and simulators <> 0 order by 1`,
      [to.organId],
    ),
  }
}

const jobDone = (jobId: number) =>
  until('the job ended', async () => {
    const { data } = await editor.call(jobs.list, { jobId })
    return data.dataList[0]?.finishedAt !== null || undefined
  })

test.each([
  {
    kind: deviceBulk.move.kind,
    inputOf: ({ to }: Fleet) => to,
    one: (simulatorId: number, { to }: Fleet) => editor.call(devices.move, { simulatorId, ...to }),
    refused: [errors.deviceTraining.sentence()],
  },
  {
    kind: deviceBulk.setEnabled.kind,
    inputOf: () => ({ enabled: false }),
    one: (simulatorId: number) => editor.call(devices.setEnabled, { simulatorId, enabled: false }),
    refused: [errors.deviceTraining.sentence(), simulatorMachine.reason('disable', 'disabled')],
  },
])('$kind of many leaves what it leaves of each', async ({ kind, inputOf, one, refused }) => {
  const [alone, together] = [await makeFleet(), await makeFleet()]
  const begun = await rows('select coalesce(max(id), 0)::int as id from operation_log')
  const answers: string[] = []
  for (const id of alone.ids) {
    const { code, msg } = await one(id, alone)
    answers.push(code === 0 ? '' : msg)
  }
  const { data } = await editor.call(jobs.start, {
    kind,
    selection: { ids: together.ids },
    input: inputOf(together),
  })
  await jobDone(data.jobId)
  const detail = await editor.call(jobs.rows, { jobId: data.jobId })
  expect(detail.data.dataList.map(({ reason }) => reason ?? '')).toEqual(answers)
  expect(answers.filter(answer => answer !== '')).toEqual(refused)
  const labels = columnOf(
    await rows('select distinct label from operation_log where id > $1', columnOf(begun, 'id')),
    'label',
  ).map(String)
  expect(await leftOf(together, labels)).toEqual(await leftOf(alone, labels))
  const { db, dataKeys } = app.services
  expect(await checkData(db, [simulatorCounts], dataKeys)).toMatchObject([{ wrong: 0 }])
})
