import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heartbeat, sequence } from './deviceBehaviours.ts'
import { type Before, Journal, type Line } from './journal.ts'
import { backOff, connectionId, jitter, reconnects, refusedQuietly } from './linkBehaviours.ts'
import { clock } from './messageBehaviours.ts'
import { judgeMessage } from './reading.ts'
import { agreedTimes } from './times.ts'

/** As it is judged by the times that are agreed: the kit's other tests have shorter ones. */
const began = Date.parse('2026-03-16T02:00:00Z')
const judge = (journal: Journal, now = began) => ({ journal, times: agreedTimes, now })

/** Attempts to connect, each after so many milliseconds. */
function attempts(...waits: [Before, number][]): Journal {
  const journal = new Journal()
  for (const [how, wait] of waits) journal.attempts.push({ at: began + wait, before: { at: began, how } })
  return journal
}

const connection = (number: number) => `3f2504e0-4f89-41d3-9a0c-0305e82c330${number}`

/** Adds a connection with reports after so many milliseconds. */
interface Said {
  moment: number
  seq: number
  connectionId: string
  activity?: string
}
function connect(journal: Journal, said: Said[], ahead = 0) {
  const at = began + (said[0]?.moment ?? 0)
  const line: Line = { at, will: null, subscriptions: [], end: null, isLeaving: false }
  journal.lines.push(line)
  for (const { moment, seq, connectionId: id, activity = 'idle' } of said) {
    const at = began + moment
    const stamp = { id: randomUUID(), at: new Date(at + ahead).toISOString(), connectionId: id, seq }
    const body = { ...stamp, online: true, activity, health: 'ok' }
    const read = judgeMessage('SIM-1', 'sim/SIM-1/state', Buffer.from(JSON.stringify(body)), at)
    const packet = { topic: 'sim/SIM-1/state', qos: 1, retain: true, bytes: 200 }
    const fate = { line, first: null, withheld: false, acknowledgedAt: at }
    journal.messages.push({ ...read, ...packet, ...fate, at })
  }
}

function reports(moments: readonly number[], ahead = 0): Journal {
  const journal = new Journal()
  const said = moments.map((moment, seq) => ({ moment, seq, connectionId: connection(1) }))
  connect(journal, said, ahead)
  return journal
}

const cuts = (...waits: number[]) => attempts(...waits.map((wait): [Before, number] => ['cut', wait]))
const refusals = (...waits: number[]) => attempts(...waits.map((wait): [Before, number] => ['refused', wait]))
const drops = (first: number, ...waits: number[]) =>
  attempts(['cut', first], ...waits.map((wait): [Before, number] => ['dropped', wait]))

test.each([
  ['waits that differ by what timers are late by', jitter, cuts(1000, 1003, 1018, 1001), 'failed'],
  ['waits that differ by more', jitter, cuts(1000, 1003, 1250, 1001), 'passed'],
  ['three waits', jitter, cuts(1000, 1000, 1000), 'untested'],
  ['waits that grow', backOff, drops(1200, 2300, 4100, 8800), 'passed'],
  ['waits that do not', backOff, drops(1200, 1400, 1300, 1500), 'failed'],
  ['long waits that do not', backOff, drops(10_200, 12_400, 10_300, 11_500), 'passed'],
  ['a first wait of less than a second', backOff, drops(800, 2300, 4100, 8800), 'failed'],
  ['one drop', backOff, drops(1200, 2300), 'untested'],
  ['refusals with waits that grow', refusedQuietly, refusals(2000, 4000, 8000), 'passed'],
  ['refusals without waits', refusedQuietly, refusals(20, 20, 20), 'failed'],
  ['no cut', reconnects, attempts(), 'untested'],
] as const)('%s', (_what, behaviour, journal, state) => {
  expect(behaviour(judge(journal)).state).toBe(state)
})

test.each([
  ['thirty seconds and a little', [0, 30_000, 60_500], 75_000, 'passed'],
  ['nothing for a minute in the midst', [0, 60_000, 90_000], 95_000, 'failed'],
  ['nothing since a minute', [0, 30_000], 90_000, 'failed'],
  ['half a minute in all', [0], 30_000, 'untested'],
] as const)('states: %s', (_what, moments, now, state) => {
  expect(heartbeat(judge(reports(moments), began + now)).state).toBe(state)
})

test('states: of a device that always changes nothing is known', () => {
  const journal = new Journal()
  const said = ['idle', 'training', 'idle', 'training'].map((activity, seq) => ({
    ...{ activity, seq, moment: seq * 12_000 },
    connectionId: connection(1),
  }))
  connect(journal, said)
  expect(heartbeat(judge(journal, began + 40_000)).state).toBe('untested')
  connect(journal, [...said, { activity: 'training', seq: 4, moment: 60_000, connectionId: connection(1) }])
  expect(heartbeat(judge(journal, began + 65_000)).state).toBe('passed')
})

test('a clock of 59 seconds is right, one of 61 is not, in either direction', () => {
  const states = [59_000, -59_000, 61_000, -61_000].map(ahead => clock(judge(reports([0], ahead))).state)
  expect(states).toEqual(['passed', 'passed', 'failed', 'failed'])
})

test('a report that was on its way when the line broke belongs to the connection before', () => {
  const journal = reports([0, 20_000])
  connect(journal, [
    { moment: 30_000, seq: 2, connectionId: connection(1) },
    { moment: 30_001, seq: 0, connectionId: connection(2) },
    { moment: 50_000, seq: 1, connectionId: connection(2) },
  ])
  expect([connectionId, sequence].map(behaviour => behaviour(judge(journal)).state)).toEqual([
    'passed',
    'passed',
  ])
  connect(journal, [{ moment: 60_000, seq: 2, connectionId: connection(2) }])
  expect([connectionId, sequence].map(behaviour => behaviour(judge(journal)).state)).toEqual([
    'failed',
    'failed',
  ])
})
