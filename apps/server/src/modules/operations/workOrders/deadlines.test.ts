import { contract, errors } from '@drivesim/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { addTechnician } from '../../../../test/technicians.ts'
import { expectSound } from '../../../../test/workOrders.ts'
import { approveDue, escalateDue, handBack, recountTodo, resumeDue } from './deadlines.service.ts'
import { closeBySystem, joinFaults, noteRecovery } from './system.service.ts'

// What time brings, in a room that is open day and night, so that the hour of the test does not matter.

const { workOrders } = contract
type Person = Awaited<ReturnType<TestApp['signedIn']>>

let app: TestApp
let school: number
let room: number
let simulator: number
let chief: Person
let technicians: Person[]

async function prepare(): Promise<void> {
  const { pool } = app.services
  school = await makeOrganisation(pool)
  room = await makeClassroom(pool, school)
  await owner(`update classroom set opens_at = '00:00', closes_at = '24:00'`)
  await owner(`insert into ops_organ_setting (organ_id, calendar) values (${school}, 'everyDay')`)
  simulator = (await makeSimulator(pool, { organ: school, room })).id
  chief = await app.signedIn({ codes: ['ops', 'ops:dispatch'] })
  const make = () => app.signedIn({ codes: ['ops', 'ops:handle'], organs: [school] })
  technicians = [await make(), await make()]
  for (const { memberId } of technicians) await addTechnician(pool, memberId, school, 50)
}
beforeEachTest(async given => {
  app = given
  await prepare()
})

const owner = async (sql: string) => (await query(app.database.ownerUrl, sql)) as Record<string, unknown>[]

const reported = async (more: { faultTypeId?: number } = {}) => {
  const { data } = await chief.call(workOrders.add, {
    simulatorId: simulator,
    componentKindId: 2,
    description: '开不了机',
    force: true,
    ...more,
  })
  return data.orderId
}
const at = (index: number): Person => {
  const one = technicians[index % technicians.length]
  if (one === undefined) throw new Error('nobody')
  return one
}

/** As if so many minutes had gone by for everything that happened to orders. */
const age = (minutes: number) =>
  owner(`
    update work_order_event set at = at - interval '${minutes} minutes';
    update work_order_clock set running_since = running_since - interval '${minutes} minutes',
      due_at = due_at - interval '${minutes} minutes', warn_at = warn_at - interval '${minutes} minutes',
      next_at = next_at - interval '${minutes} minutes', breached_at = breached_at - interval '${minutes} minutes';
    update work_order set opened_at = opened_at - interval '${minutes} minutes', occurred_at = occurred_at - interval '${minutes} minutes',
      due_at = due_at - interval '${minutes} minutes', warn_at = warn_at - interval '${minutes} minutes',
      submitted_at = submitted_at - interval '${minutes} minutes', paused_since = paused_since - interval '${minutes} minutes',
      approve_by = approve_by - interval '${minutes} minutes', resume_by = resume_by - interval '${minutes} minutes',
      finished_at = finished_at - interval '${minutes} minutes'`)

const waiting = async () =>
  (await owner('select key from attention where ends_at is null order by key')).map(({ key }) => key)
const kinds = async (orderId: number) =>
  (await chief.call(workOrders.info, { orderId })).data.events.map(({ kind }) => kind).reverse()

async function jobs(): Promise<void> {
  await recountTodo(app.services)
  await resumeDue(app.services)
  await escalateDue(app.services)
  await approveDue(app.services)
  await handBack(app.services)
}

describe('time', () => {
  test('at 80, 100 and 150 per cent somebody is told, once, whatever the number of servers', async () => {
    // 120 minutes for 普通.
    const orderId = await reported()
    for (const [minutes, told] of [
      [95, ['toDispatch']],
      [2, ['dueSoon', 'toDispatch']],
      [24, ['overdue', 'toDispatch']],
      [60, ['overdue', 'overdueLong', 'toDispatch']],
    ] as const) {
      await age(minutes)
      await Promise.all([escalateDue(app.services), escalateDue(app.services), escalateDue(app.services)])
      expect(await waiting()).toEqual(told)
    }
    expect(await kinds(orderId)).toEqual(['opened', 'escalated', 'escalated', 'escalated'])
    expect((await chief.call(workOrders.list, { late: 'overdue' })).data.totalDataNum).toBe(1)
    await at(0).call(workOrders.claim, { orderId })
    expect(await waiting()).toEqual([])
    await expectSound(app)
  })

  test('of many orders at once none waits for the next time', async () => {
    await reported()
    await owner(`
      insert into work_order (no, source, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority, description,
        occurred_at)
      select no || n, source, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority, description, occurred_at
      from work_order, generate_series(1, 450) n;
      insert into work_order_event (order_id, kind, at) select id, 'opened', opened_at from work_order order by id offset 1;
      insert into work_order_clock select w.id, c.clock, c.budget, c.spent, c.running_since, c.due_at, c.warn_at, c.next_at
      from work_order_clock c, work_order w where w.id <> c.order_id`)
    await age(121)
    await escalateDue(app.services)
    expect(
      await owner(`select clock, percent, count(*)::integer from work_order_escalation group by 1, 2`),
    ).toEqual([
      { clock: 'response', percent: 80, count: 451 },
      { clock: 'response', percent: 100, count: 451 },
    ])
  })

  test('what is paused goes on by itself; a repair that nobody looks at counts as accepted', async () => {
    const orderId = await reported()
    await at(0).call(workOrders.claim, { orderId })
    const resumeBy = new Date(Date.now() + 3_600_000).toISOString()
    await at(0).call(workOrders.pause, { orderId, reason: 'school', resumeBy })
    await resumeDue(app.services)
    await age(61)
    await resumeDue(app.services)
    expect(await kinds(orderId)).toContain('resumed')
    await at(0).call(workOrders.submit, { orderId, dealResultId: 1 })
    await age(36 * 60 - 1)
    await approveDue(app.services)
    expect((await chief.call(workOrders.info, { orderId })).data.state).toBe('review')
    await age(2)
    await approveDue(app.services)
    expect((await chief.call(workOrders.info, { orderId })).data.state).toBe('done')
    await expectSound(app)
  })

  test('a day off that is entered later moves the time, and takes back that it was late', async () => {
    const orderId = await reported()
    await age(125)
    await escalateDue(app.services)
    expect(await waiting()).toContain('overdue')
    // Closed but for a minute, two hours of which are nothing.
    await owner(`update classroom set closes_at = '00:01'`)
    await recountTodo(app.services)
    expect(await waiting()).toEqual(['toDispatch'])
    expect(await kinds(orderId)).toContain('recalculated')
    await expectSound(app)
  })

  test('whoever may not repair any more gives back what they have not begun', async () => {
    const [given, begun] = [await reported(), await reported()]
    const { memberId } = at(0)
    for (const orderId of [given, begun])
      await chief.call(workOrders.dispatch, { orderId, assigneeId: memberId })
    await at(0).call(workOrders.accept, { orderId: begun })
    await owner(`update member set enabled = false where id = ${memberId}`)
    await handBack(app.services)
    await handBack(app.services)
    expect((await chief.call(workOrders.info, { orderId: given })).data.state).toBe('pending')
    expect((await chief.call(workOrders.info, { orderId: begun })).data.badges).toEqual(['unavailable'])
    expect(await waiting()).toEqual(['toDispatch', 'unavailable'])
    await expectSound(app)
  })
})

describe('what the system does', () => {
  test('a fault that comes again while the repair waits is asked about, and nothing is accepted by itself', async () => {
    const orderId = await reported()
    await at(0).call(workOrders.claim, { orderId })
    await at(0).call(workOrders.submit, { orderId, dealResultId: 1 })
    const [fault] = await owner(
      `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at)
       values (${simulator}, ${school}, ${room}, 'E401', '显卡温度过高', now()) returning id`,
    )
    await app.services.db
      .transaction()
      .execute(trx => joinFaults(trx, [{ orderId, faultIds: [Number(fault?.id)] }]))
    expect(await waiting()).toEqual(['reraised', 'toApprove'])
    await age(50 * 60)
    await approveDue(app.services)
    expect(await chief.call(workOrders.approve, { orderId })).toMatchObject({
      code: errors.stillReporting.code,
    })
    await chief.call(workOrders.approve, { orderId, faultsStillOpen: true })
    expect(await waiting()).toEqual([])
    await expectSound(app)
  })

  test('what recovered is closed, unless somebody began', async () => {
    const [alone, begun] = [await reported(), await reported()]
    await at(1).call(workOrders.claim, { orderId: begun })
    await app.services.db.transaction().execute(async trx => {
      await noteRecovery(trx, [alone, begun])
      const closings = [alone, begun].map(orderId => ({ orderId, reason: 'recovered' as const }))
      expect((await closeBySystem(trx, closings)).map(({ orderId }) => orderId)).toEqual([alone])
    })
    expect((await chief.call(workOrders.info, { orderId: begun })).data.badges).toEqual(['recovered'])
    await expectSound(app)
  })
})

test('counts, clocks and reminders are right after any sequence of acts', async () => {
  const names = [
    'dispatch',
    'claim',
    'accept',
    'reject',
    'reassign',
    'take back',
    'classify',
    'arrive',
    'pause',
    'resume',
    'down',
    'submit',
    'approve',
    'sendBack',
    'close',
    'merge',
    'reopen',
    'rework',
    'age',
    'new',
  ] as const
  const act = fc.record({
    name: fc.constantFrom(...names),
    order: fc.nat(4),
    who: fc.nat(1),
    size: fc.nat(3000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 30, maxLength: 50 }), async acts => {
      await resetDatabase(app.database)
      await prepare()
      const made = [await reported(), await reported()]
      for (const { name, order, who, size } of acts) {
        const orderId = made[order % made.length] ?? 0
        const other = made[(order + 1) % made.length] ?? 0
        const me = at(who)
        const assigneeId = me.memberId
        const reason = '核对'
        const resumeBy = new Date(Date.now() + 60_000).toISOString()
        const take = {
          dispatch: () => chief.send(workOrders.dispatch, { orderId, assigneeId }),
          claim: () => me.send(workOrders.claim, { orderId }),
          accept: () => me.send(workOrders.accept, { orderId }),
          reject: () => me.send(workOrders.reject, { orderId, reason }),
          reassign: () => chief.send(workOrders.reassign, { orderId, assigneeId, reason }),
          'take back': () => chief.send(workOrders.reassign, { orderId, reason }),
          classify: () =>
            chief.send(workOrders.classify, {
              orderId,
              componentKindId: 1,
              faultTypeId: size % 2 === 0 ? 2 : 3,
              priority: 'urgent',
            }),
          arrive: () => me.send(workOrders.arrive, { orderId }),
          pause: () => me.send(workOrders.pause, { orderId, reason: 'parts', resumeBy }),
          resume: () => me.send(workOrders.resume, { orderId }),
          down: () => chief.send(workOrders.deviceDown, { orderId, down: size % 2 === 0 }),
          submit: () => me.send(workOrders.submit, { orderId, dealResultId: 1 }),
          approve: () => chief.send(workOrders.approve, { orderId }),
          sendBack: () => chief.send(workOrders.sendBack, { orderId, reason }),
          close: () => chief.send(workOrders.close, { orderId, reason: 'other' }),
          merge: () => chief.send(workOrders.close, { orderId, reason: 'duplicate', mergedInto: other }),
          reopen: () => chief.send(workOrders.reopen, { orderId }),
          rework: () => chief.send(workOrders.rework, { orderId, reason }),
          age: async () => {
            await age(size)
            await jobs()
            return undefined
          },
          new: async () => {
            made.push(await reported())
            return undefined
          },
        }
        const answer = await take[name]()
        expect(answer?.status ?? 200, `${name} ${answer?.msg ?? ''}`).toBe(200)
      }
      await expectSound(app)
    }),
    { numRuns: 3 },
  )
})
