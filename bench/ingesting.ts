import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { countersOf } from './devices.ts'
import { fillFleet } from './fillFleet.ts'
import type { Load, LoadResult } from './fleetLoad.ts'
import { databaseUrl, type Server } from './server.ts'
import { type Figure, percentile } from './table.ts'

const simulators = 500
const classrooms = 25
const messages = 30_000
const pairs = 12
/** A round's messages are there at once. */
const atOnce: Load = { rate: messages * 1000, seconds: 1 / 1000 }
/** Before each round: whoever changes a trigger has every connection plan anew. */
const settling: Load = { ...atOnce, seconds: atOnce.seconds / 10 }

/** Of one round. */
interface Round {
  /** Until the last message was acknowledged. */
  readonly seconds: number
  /** Of the server's and PostgreSQL's processors, until the orders of its faults are there. */
  readonly processor: number
}

interface Pair {
  readonly bare: Round
  readonly whole: Round
}

/**
 * How much slower what devices say is taken in with operations: the same messages in turns, with what operations have the
 * database do for them and without, so that whatever else the machine does meets both.
 */
export async function benchIngesting(server: Server, folder: string, owner: pg.Client): Promise<Figure[]> {
  await fillFleet(databaseUrl(folder, 'drivesim_owner'), { simulators, classrooms })
  const triggers = await triggersOfOperations(owner)
  const child = fork(fileURLToPath(new URL('fleetLoad.js', import.meta.url)), [
    new URL(server.mqttUrl).hostname,
    new URL(server.mqttUrl).port,
    String(simulators),
    String(await fillStudents(owner)),
  ])
  try {
    await once(child, 'message')
    const round = async (whole: boolean): Promise<Round> => {
      await set(owner, triggers, whole)
      await roundOf(child, owner, settling)
      const before = await processorOf(server, folder)
      const seconds = await roundOf(child, owner, atOnce)
      return { seconds, processor: (await processorOf(server, folder)) - before }
    }
    await round(false)
    await round(true)
    const seen: Pair[] = []
    for (let n = 0; n < pairs; n += 1) {
      // Neither is always the second.
      const first = await round(n % 2 === 0)
      const second = await round(n % 2 !== 0)
      seen.push(n % 2 === 0 ? { whole: first, bare: second } : { bare: first, whole: second })
    }
    return figuresOf(seen)
  } finally {
    child.kill()
    await once(child, 'exit')
    await set(owner, triggers, true)
  }
}

const processorOf = async (server: Server, folder: string) => {
  const counters = await countersOf([server], folder)
  return counters.server + counters.postgres
}

function figuresOf(seen: readonly Pair[]): Figure[] {
  const messagesOf = `${messages} messages of devices (lessons, states, a fault in 100 lessons)`
  const time = ratioOf(seen, round => round.seconds)
  const processor = ratioOf(seen, round => round.processor)
  return [
    {
      what: `${messagesOf}: until they are taken in, with operations of without`,
      value: time.words,
      bound: '≤ 1.05×',
      passed: time.ratio <= 1.05,
    },
    {
      what: `${messagesOf}: processor time of server and PostgreSQL, with operations of without`,
      value: processor.words,
      bound: '',
      passed: undefined,
    },
  ]
}

/** The medians' ratio, and between which those of the pairs lie. */
function ratioOf(seen: readonly Pair[], measure: (round: Round) => number) {
  const middle = (values: readonly number[]) => percentile(values, 0.5)
  const whole = middle(seen.map(pair => measure(pair.whole)))
  const bare = middle(seen.map(pair => measure(pair.bare)))
  const ratios = seen.map(pair => measure(pair.whole) / measure(pair.bare))
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(ratio => ratio.toFixed(2))
  return {
    ratio: whole / bare,
    words: `${(whole / bare).toFixed(3)}× (${whole.toFixed(2)} s of ${bare.toFixed(2)}; ${seen.length} pairs ${least} – ${most}, middle ${middle(ratios).toFixed(3)})`,
  }
}

/** @returns seconds until the last was acknowledged */
async function roundOf(child: ChildProcess, owner: pg.Client, load: Load): Promise<number> {
  const answer = once(child, 'message')
  child.send(load)
  const [result]: LoadResult[] = await answer
  if (result === undefined || result.acknowledged !== result.sent)
    throw new Error('not all was acknowledged in a minute')
  // The orders of its faults belong to this round, not to the next one.
  while (((await owner.query('select from fault_todo limit 1')).rowCount ?? 0) > 0) await wait(50)
  return result.seconds
}

/** @returns the first of as many students as there are simulators */
async function fillStudents(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ first: number }>(
    `with added as (
       insert into student (id, name, name_initials, phone, school_id, gear_type)
       select nextval('person_id'), '学员' || i, 'xy', (13100000000 + i)::text, (select max(id) from organisation), 'C1'
       from generate_series(1, ${simulators}) i returning id
     ) select min(id)::int as first from added`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('an insert gave no row')
  return row.first
}

interface Trigger {
  readonly table: string
  readonly name: string
}

/** What was added to the tables that devices write. */
async function triggersOfOperations(owner: pg.Client): Promise<Trigger[]> {
  const { rows } = await owner.query<Trigger>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where t.tgparentid = 0 and not t.tgisinternal
       and t.tgrelid = any('{fault,usage_day,health_day,simulator_interval}'::regclass[])
       and p.prosrc ~ 'insert into (fault_todo|simulator_meter|health_organ_day|health_open)'`,
  )
  if (new Set(rows.map(({ table }) => table)).size !== 4)
    throw new Error('operations write with the devices elsewhere')
  return rows
}

async function set(owner: pg.Client, triggers: readonly Trigger[], on: boolean): Promise<void> {
  const act = on ? 'enable' : 'disable'
  await owner.query(
    triggers.map(({ table, name }) => `alter table ${table} ${act} trigger ${name}`).join(';'),
  )
}
