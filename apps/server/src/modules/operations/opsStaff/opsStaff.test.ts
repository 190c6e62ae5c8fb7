import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { csvOf } from '../../../../test/csv.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'

const { opsStaff, workOrders } = contract

let app: TestApp
beforeEachTest(async built => {
  app = built
})

test('the file of staff has what the list has, of the reader’s organisations alone', async () => {
  const { pool } = app.services
  const [north, south] = [
    await makeOrganisation(pool, { name: '城北驾校' }),
    await makeOrganisation(pool, { name: '城南驾校' }),
  ]
  const codes = ['ops', 'ops:handle'] as const
  const both = await app.signedIn({ name: '=王师傅', codes: [...codes], organs: [north, south] })
  await addTechnician(pool, both.memberId, north, 3)
  await pool.query('insert into staff_coverage (member_id, organ_id) values ($1, $2)', [both.memberId, south])
  const other = await app.signedIn({ name: '李师傅', codes: [...codes], organs: [south] })
  await addTechnician(pool, other.memberId, south)
  const { id } = await makeSimulator(pool, { organ: north, room: await makeClassroom(pool, north) })
  const chief = await app.signedIn({ codes: ['ops', 'ops:dispatch', 'ops:report'] })
  const { data } = await chief.call(workOrders.add, {
    simulatorId: id,
    componentKindId: 1,
    description: '坏了',
  })
  await both.call(workOrders.claim, { orderId: data.orderId })

  const linesFor = async (organs: number[]) => {
    const reader = await app.signedIn({ codes: ['ops'], organs })
    const lines = await csvOf(reader, opsStaff.export)
    return lines.map(line => line.split(','))
  }
  const ofNorth = await linesFor([north])
  expect(ofNorth[0]).toEqual(
    '姓名,状态,请假至,手上工单,最多同时处理,负责机构,会修部件,常驻城市,手机号,账号,近 90 天完成,平均修复时间（小时）,及时率（%）'.split(
      ',',
    ),
  )
  // What lies elsewhere is not told, nor does a name run as a formula.
  expect(
    ofNorth
      .slice(1)
      .map(([name, state, , load, most, organs, parts, , , , done]) => [
        name,
        state,
        organs,
        parts,
        most,
        load,
        done,
      ]),
  ).toEqual([["'=王师傅", '在岗', '城北驾校', '全部', '3', '1', '0']])
  const ofSouth = (await linesFor([south])).slice(1)
  expect(ofSouth.map(([name, , , load, , organs]) => [name, organs, load])).toEqual([
    ["'=王师傅", '城南驾校', '0'],
    ['李师傅', '城南驾校', '0'],
  ])
  expect((await csvOf(chief, opsStaff.export, { paramValue: '李' })).slice(1)).toHaveLength(1)
})
