import { randomUUID } from 'node:crypto'
import { simulatorClient } from '@drivesim/fleet/simulatorClient'
import { newStatistics } from '@drivesim/fleet/statistics'
import { connect, connectAsync } from 'mqtt'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BehaviourName, behaviourNames } from './behaviours.ts'
import { startExam } from './exam.ts'
import { exitCodeOf, type Report, textOf } from './report.ts'
import { type Habits, StrangeSimulator } from './test/strangeSimulator.ts'
import { wrongs } from './test/wrongHabits.ts'
import type { Times } from './times.ts'

/** How many times slower than an idle machine this one is (scripts/lib/pace.mjs). */
const pace = Number(process.env.TEST_PACE ?? 1)

const times: Times = {
  heartbeat: 600 * pace,
  heartbeatSlack: 300 * pace,
  leastWait: 100 * pace,
  leastWaitSlack: 20 * pace,
  sameWait: 150 * pace,
  longWait: 10_000 * pace,
  change: 150 * pace,
  commandLife: 1_500 * pace,
  settle: 250 * pace,
  reconnect: 3_000 * pace,
  resend: 250 * pace,
  uncertain: 20 * pace,
  steady: 170 * pace,
  human: 2_000 * pace,
}

async function examine(options: { only?: BehaviourName[]; key?: string; times?: Partial<Times> } = {}) {
  const printed: string[] = []
  const ending = new AbortController()
  const exam = await startExam({
    ...{ host: '127.0.0.1', port: 0, signal: ending.signal },
    print: line => printed.push(line),
    ...options,
    times: { ...times, ...options.times },
  })
  return { ...exam, printed, end: () => ending.abort() }
}

async function strange(habits: Partial<Habits>): Promise<Report> {
  const exam = await examine({ key: 'key' })
  const simulator = new StrangeSimulator(exam.address, habits, pace)
  const report = await exam.report
  simulator.stop()
  return report
}

/** All at once: they wait most of the time. */
const reports = new Map<string, Promise<Report>>()
beforeAll(() => {
  reports.set('fleet', examineFleet())
  reports.set('good', strange({}))
  for (const [what, , habits] of wrongs) reports.set(what, strange(habits))
})
const reportOf = async (name: string): Promise<Report> => {
  const report = await reports.get(name)
  if (report === undefined) throw new Error(`${name} is not examined`)
  return report
}

/** As the fleet plays it: each act a moment after the one before was acknowledged, so that its change is seen. */
async function examineFleet(): Promise<Report> {
  // its waits are by chance: the same within a millisecond they are not
  const exam = await examine({ times: { sameWait: 1 } })
  const acts = [
    () => simulator.startSession({ sessionId, studentId: 7, moduleId: 1 }),
    () => {
      const result = { startedAt, effectiveSeconds: 0, score: 100, passed: true, errors: [] }
      simulator.endSession({ sessionId, studentId: 7, moduleId: 1, ...result })
    },
    () => simulator.raiseFault('E101', '头显追踪丢失'),
    () => simulator.clearFault('E101', '头显追踪丢失'),
  ]
  const act = () => {
    const next = acts.shift()
    if (next !== undefined) setTimeout(next, times.change * 1.5)
  }
  const simulator = simulatorClient({
    ...{ url: exam.address, sn: 'SIM-1', key: 'key', protocolVersion: 5, statistics: newStatistics() },
    times: { heartbeat: 600 * pace, firstWait: 150 * pace, longestWait: 30_000, restart: 100 * pace },
    onAcked: act,
  })
  const sessionId = randomUUID()
  const startedAt = new Date().toISOString()
  simulator.start()
  act()
  const report = await exam.report
  await simulator.stop()
  return report
}

describe('the kit', { timeout: 60_000 * pace }, () => {
  test('the fleet passes all of it', async () => {
    const report = await reportOf('fleet')
    expect(report.behaviours.filter(one => one.state !== 'passed')).toEqual([])
    expect(report).toMatchObject({
      ...{ sn: 'SIM-1', protocol: '5' },
      messages: { mended: 0, refused: 0, foreign: 0 },
    })
    expect(exitCodeOf(report)).toBe(0)
    expect(textOf(report)).toContain(`通过 ${behaviourNames.length} 项，不通过 0 项，未测 0 项`)
  })

  test('so does another program', async () => {
    const report = await reportOf('good')
    expect(report.behaviours.filter(one => one.state !== 'passed')).toEqual([])
    expect(report.protocol).toBe('3.1.1')
  })

  test.for(wrongs)('%s: fails %s', async ([what, name]) => {
    const report = await reportOf(what)
    expect(report.behaviours.filter(one => one.state === 'failed')).toMatchObject([{ name }])
    expect(exitCodeOf(report)).toBe(1)
  })

  test('each behaviour is failed by somebody', () => {
    expect(new Set(wrongs.map(([, name]) => name))).toEqual(new Set(behaviourNames))
  })

  test('each message is told as it comes, with the path of what is wrong and what becomes of it', async () => {
    const exam = await examine({ only: ['form'] })
    const client = connect(exam.address, { username: 'SIM-9', password: 'any' })
    const fault = { id: randomUUID(), at: '2026-03-16 10:00:00', event: 'raised', code: 'E1', text: '' }
    await client.publishAsync('sim/SIM-9/fault', JSON.stringify({ ...fault, at: new Date() }), { qos: 1 })
    await client.publishAsync('sim/SIM-9/fault', JSON.stringify({ ...fault, code: 7, at: new Date() }), {
      qos: 1,
    })
    await client.publishAsync('sim/SIM-9/fault', JSON.stringify({ ...fault, event: 'gone' }), { qos: 1 })
    await client.publishAsync('sim/SIM-8/fault', JSON.stringify(fault), { qos: 1 })
    exam.end()
    const report = await exam.report
    await client.endAsync()
    const printed = exam.printed.join('\n')
    expect(printed).toMatch(/合格 +sim\/SIM-9\/fault {2}故障 E1 发生，QoS 1/)
    expect(printed).toMatch(/可接受但不规范 +sim\/SIM-9\/fault .*\n +\$\.code：.*（读作 7）/)
    expect(printed).toMatch(/拒收 +sim\/SIM-9\/fault .*\n +\$\.event：/)
    expect(printed).toMatch(/拒收 +sim\/SIM-8\/fault .*\n +主题：设备只能发到 sim\/SIM-9\/state/)
    expect(report.messages).toEqual({ count: 4, agreed: 1, mended: 1, refused: 1, foreign: 1 })
    expect(report.behaviours).toMatchObject([{ name: 'form', state: 'failed' }])
    expect(printed).toContain('检查提前结束')
    const wrong = { topic: 'sim/SIM-9/fault', count: 1 }
    expect(report.remarks).toMatchObject([
      { ...wrong, path: '$.code', taken: '读作 7' },
      { ...wrong, path: '$.event' },
      {},
    ])
    expect(textOf(report)).toMatch(/报文里的问题：\n {2}sim\/SIM-9\/fault \$\.code：.*（读作 7），1 次\n/)
  })

  test('what was not seen is untested; only what was asked for is done', async () => {
    const exam = await examine({ only: ['will', 'sessions'], times: { human: 50 } })
    const simulator = new StrangeSimulator(
      exam.address,
      { sends: draft => (draft.channel === 'state' ? [draft] : []) },
      pace,
    )
    const report = await exam.report
    simulator.stop()
    expect(report.behaviours).toMatchObject([
      { name: 'will', state: 'passed' },
      { name: 'sessions', state: 'untested', reason: '还没有看到训练' },
    ])
    expect(exitCodeOf(report)).toBe(2)
    expect(exam.printed.filter(line => line.includes('【')).map(line => line.slice(1, 9))).toEqual([
      '【1/2 连接】',
      '【2/2 训练】',
    ])
  })

  test('another device is not let in beside it', async () => {
    const exam = await examine()
    const first = await connectAsync(exam.address, { username: 'SIM-1', password: 'any' })
    const options = { username: 'SIM-2', password: 'any', reconnectPeriod: 0 }
    await expect(connectAsync(exam.address, options)).rejects.toThrow(/not authorized/i)
    exam.end()
    const report = await exam.report
    await first.endAsync(true)
    expect(report).toMatchObject({ sn: 'SIM-1', counts: { failed: 1 } })
    expect(exam.printed.join('\n')).toContain('正在检查设备 SIM-1，另一台设备（SIM-2）的连接被拒绝')
  })
})
