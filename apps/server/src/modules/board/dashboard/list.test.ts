import { type BoardFigure, boardFigureKeys, contract, rechargeChannels } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { writeFacts } from '../../../../test/boardFacts.ts'
import { type Board, makeBoard } from '../../../../test/boardGround.ts'
import { query } from '../../../../test/database.ts'
import { systemScope } from '../../../platform/auth/scope.ts'
import { exportFigure } from './export.ts'

const { dashboard, organisations } = contract
const days = { beginDate: '2026-10-05', endDate: '2026-10-11' }

let app: TestApp
let board: Board
beforeEachTest(async built => {
  app = built
  board = await makeBoard(built)
})

test('a row of a list says what it is, on any page', async () => {
  const { organs, student, ground } = board
  const first = { organ: organs.one, student: student(0), day: '2026-10-06' }
  const second = { ...first, day: '2026-10-07' }
  await writeFacts(ground, [
    { ...first, kind: 'recharge', amount: 100 },
    { ...second, kind: 'recharge', amount: 200 },
    { ...first, kind: 'course', cash: 300 },
    { ...second, kind: 'course', cash: 400, refunded: 100 },
    { ...first, kind: 'session', seconds: 60 },
    { ...second, kind: 'session', seconds: 60 },
  ])
  const platform = await app.signedIn()
  const saidOn = async (figure: BoardFigure, pageNum: number) => {
    const input = { ...days, figure, compare: 'none' as const, pageNum, pageSize: 1 }
    const { data } = await platform.call(dashboard.people, input)
    return data.dataList.map(({ what, day }) => [what, day])
  }
  const { rows: courses } = await ground.pool.query<{ name: string }>('select name from course order by id')
  const { rows: modules } = await ground.pool.query<{ name: string }>(
    'select m.name from training_session t join module m on m.id = t.module_id order by t.record_id',
  )
  expect(await saidOn('rechargeFen', 1)).toEqual([[rechargeChannels.wechat, first.day]])
  expect(await saidOn('courseOrders', 0)).toEqual([[courses[1]?.name, second.day]])
  expect(await saidOn('courseOrders', 1)).toEqual([[courses[0]?.name, first.day]])
  const income = [await saidOn('incomeFen', 0), await saidOn('incomeFen', 1), await saidOn('incomeFen', 2)]
  expect(income.flat().sort()).toEqual([
    ['课程收款', first.day],
    ['课程收款', second.day],
    ['课程退款', second.day],
  ])
  expect(await saidOn('appUses', 0)).toEqual([[modules[1]?.name, second.day]])
  expect(await saidOn('appUses', 1)).toEqual([[modules[0]?.name, first.day]])
})

test('a student who moved to a school elsewhere in the scope keeps their phone in the list of an area', async () => {
  const { organs, student, ground, settle } = board
  await writeFacts(ground, [
    { kind: 'recharge', organ: organs.one, student: student(0), day: '2026-10-06', amount: 100 },
  ])
  await settle(organs.one, '440000', '440100')
  await settle(organs.two, '440000', '440300')
  await ground.pool.query('update student set school_id = $2 where id = $1', [student(0), organs.two])
  const asked = { ...days, figure: 'rechargeFen' as const, area: '440100' }
  const phonesOf = async (organisations?: number[]) => {
    const client = await app.signedIn(organisations && { organs: organisations })
    const { data } = await client.call(dashboard.people, asked)
    return data.dataList.map(({ studentPhone }) => studentPhone !== null)
  }
  expect(await phonesOf()).toEqual([true])
  expect(await phonesOf([organs.one, organs.two])).toEqual([true])
  expect(await phonesOf([organs.one])).toEqual([false])
})

test('a point that went to another school took its rows along: list and file name the school that has it now', async () => {
  const { organs, student, ground } = board
  const there = { organ: organs.point, student: student(0), day: '2026-10-06' }
  await writeFacts(ground, [
    { ...there, kind: 'recharge', amount: 100 },
    { ...there, kind: 'course', cash: 300 },
    { ...there, kind: 'session', seconds: 60 },
  ])
  const form = { name: '甲一服务点', provinceId: '440000', cityId: '440100' }
  const platform = await app.signedIn({ codes: ['organ:edit'] })
  const moved = { ...form, organizationId: organs.point, version: 1, parentId: organs.two }
  expect((await platform.call(organisations.modify, moved)).msg).toBe('')
  const manager = await app.signedIn({ codes: [], organs: [organs.two] })
  for (const figure of boardFigureKeys.filter(key => key !== 'newStudents')) {
    const input = { ...days, figure, compare: 'none' as const }
    const { data } = await manager.call(dashboard.people, input)
    const named = data.dataList.map(({ schoolId, schoolName, organName }) => [
      schoolId,
      schoolName,
      organName,
    ])
    expect(named, figure).toEqual([[organs.two, '乙驾校', '甲一服务点']])
    const { body } = await manager.call(dashboard.export, { ...input, by: 'list' })
    expect(body, figure).toContain('乙驾校,甲一服务点')
    expect(body, figure).not.toContain('甲驾校')
  }
})

test('a person who was counted is in the file though others are taken off it meanwhile', async () => {
  const { organs, ground } = board
  const sql = (text: string) => query(ground.ownerUrl, text)
  // Two days, of which the later one is longer than what is read at a time.
  await sql(`
    with made as (
      insert into student (name, phone, school_id) select '学员' || n, '-', ${organs.one} from generate_series(1, 2100) n returning id
    )
    insert into recharge_order (student_id, school_id, organ_id, channel, amount, paid_at, day)
    select id, ${organs.one}, ${organs.one}, 'wechat', 1, d.day + time '12:00', d.day
    from (select id, case when row_number() over (order by id) <= 1050 then date '2026-10-06' else date '2026-10-07' end as day from made) d`)
  await sql('select rebuild_figures()')
  const { db } = app.services
  const asked = { ...days, figure: 'payStudents' as const, by: 'list' as const, organId: undefined }
  const { lines } = exportFigure({ db, scope: systemScope, whole: systemScope }, asked)
  const names = new Set<string>()
  let parts = 0
  for await (const part of lines) {
    for (const [name] of part.lines) names.add(String(name))
    parts += 1
    if (parts !== 2) continue
    // 冲正 of the ten that are read first.
    await sql(
      `update recharge_order set reversed_at = paid_at where id in (select id from recharge_order order by day desc, student_id desc limit 10)`,
    )
    await sql('select rebuild_figures()')
  }
  const missing = Array.from({ length: 2100 }, (_, n) => `学员${n + 1}`).filter(name => !names.has(name))
  expect(missing).toEqual([])
})
