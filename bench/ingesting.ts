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
const turns = 12
/** A round's messages are there at once. */
const atOnce: Load = { rate: messages * 1000, seconds: 1 / 1000 }
/** Before each round: whoever changes a trigger or a function has every connection plan anew. */
const settlingLoad: Load = { ...atOnce, seconds: atOnce.seconds / 10 }

/** What may be left out of the work that the messages are to the database, and how much slower it may make them. */
const parts = {
  operations: { bound: 1.05, triggers: true, functions: [] },
  'the charging of minutes': { bound: 1.12, triggers: false, functions: ['lock_minutes', 'charge_minutes'] },
  'all of operations, charging and figures': {
    bound: 1.25,
    triggers: true,
    functions: ['lock_minutes', 'charge_minutes', 'add_person_days', 'add_figures'],
  },
} as const
type Part = keyof typeof parts
const everyPart = Object.keys(parts) as Part[]
/** A round with everything, or without one of the parts. */
type Side = Part | 'whole'
const sides: readonly Side[] = ['whole', ...everyPart]

/** Of one round. */
interface Round {
  /** Until the last message was acknowledged. */
  readonly seconds: number
  /** Of the server's and PostgreSQL's processors, until the orders of its faults are there. */
  readonly processor: number
}

/** A round of each side. */
type Turn = ReadonlyMap<Side, Round>

/**
 * How much slower what devices say is taken in with what other domains have the database do for it: the same messages in
 * turns, with all of it and without some, so that whatever else the machine does meets all of them.
 */
export async function benchIngesting(server: Server, folder: string, owner: pg.Client): Promise<Figure[]> {
  await fillFleet(databaseUrl(folder, 'drivesim_owner'), { simulators, classrooms })
  const additions = { triggers: await triggersOfOperations(owner), functions: await functionsOf(owner) }
  const child = fork(fileURLToPath(new URL('fleetLoad.js', import.meta.url)), [
    new URL(server.mqttUrl).hostname,
    new URL(server.mqttUrl).port,
    String(simulators),
    String(await fillStudents(owner)),
  ])
  try {
    await once(child, 'message')
    const round = async (side: Side): Promise<Round> => {
      await setAdditions(owner, additions, side)
      await roundOf(child, owner, settlingLoad)
      const before = await processorOf(server, folder)
      const seconds = await roundOf(child, owner, atOnce)
      return { seconds, processor: (await processorOf(server, folder)) - before }
    }
    for (const side of sides) await round(side)
    const seen: Turn[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const rounds = new Map<Side, Round>()
      // None is always the last.
      for (const place of sides.keys()) {
        const side = sides[(turn + place) % sides.length] ?? 'whole'
        rounds.set(side, await round(side))
      }
      seen.push(rounds)
    }
    await expectAll(owner)
    return everyPart.flatMap(part => figuresOf(seen, part))
  } finally {
    child.kill()
    await once(child, 'exit')
    await setAdditions(owner, additions, 'whole')
  }
}

const processorOf = async (server: Server, folder: string) => {
  const counters = await countersOf([server], folder)
  return counters.server + counters.postgres
}

function figuresOf(seen: readonly Turn[], part: Part): Figure[] {
  const messagesOf = `${messages} messages of devices (lessons, states, a fault in 100 lessons)`
  const { bound } = parts[part]
  const time = ratioOf(seen, part, round => round.seconds)
  const processor = ratioOf(seen, part, round => round.processor)
  return [
    {
      what: `${messagesOf}: until they are taken in, with ${part} of without`,
      value: time.words,
      bound: `≤ ${bound}×`,
      passed: time.ratio <= bound,
    },
    {
      what: `${messagesOf}: processor time of server and PostgreSQL, with ${part} of without`,
      value: processor.words,
      bound: '',
      passed: undefined,
    },
  ]
}

/** The medians' ratio, and between which those of the turns lie. */
function ratioOf(seen: readonly Turn[], part: Part, measure: (round: Round) => number) {
  const middle = (values: readonly number[]) => percentile(values, 0.5)
  const of = (turn: Turn, side: Side) => {
    const round = turn.get(side)
    if (round === undefined) throw new Error('a turn is a round of each side')
    return measure(round)
  }
  const whole = middle(seen.map(turn => of(turn, 'whole')))
  const bare = middle(seen.map(turn => of(turn, part)))
  const ratios = seen.map(turn => of(turn, 'whole') / of(turn, part))
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

/** Each has paid for more minutes than all rounds take. @returns the first of as many students as there are simulators */
async function fillStudents(owner: pg.Client): Promise<number> {
  // Lessons of before a system charges are nobody's.
  await owner.query(`update finance_setting set charged_from = now() - interval '1 day'`)
  const { rows } = await owner.query<{ first: number }>(
    `with added as (
       insert into student (id, name, name_initials, phone, school_id, gear_type)
       select nextval('person_id'), '学员' || i, 'xy', (13100000000 + i)::text, (select max(id) from organisation), 'C1'
       from generate_series(1, ${simulators}) i returning id, school_id
     ), enrolled as (
       insert into enrolment (student_id, school_id, gear_type, registered_at)
       select id, school_id, 'C1', now() from added order by id returning id, student_id, school_id
     ), offered as (
       insert into course (name, gear_type, minutes, price, valid_days) values ('测量用的课程', 'C1', 100000, 200000, 90)
       returning id
     ), taught as (
       insert into course_module (course_id, module_id) select id, 1 from offered
     ), paid as (
       insert into course_order (student_id, school_id, organ_id, enrolment_id, course_id, list_price, amount, cash_paid, minutes,
         paid_at, day)
       select e.student_id, e.school_id, e.school_id, e.id, c.id, 200000, 200000, 200000, 100000, now(),
         business_day(now() - interval '1 day')
       from enrolled e, offered c order by e.id
     )
     select min(id)::int as first from added`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('an insert gave no row')
  return row.first
}

/** What was left out would otherwise have been nothing. */
async function expectAll(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ missing: string }>(
    `select missing from (values
       ('charged minutes', exists (select from minute_entry where course_order_id is not null)),
       ('sums', exists (select from figure where metric = 'appUses')),
       ('people', exists (select from people_first where metric = 'courseUsers'))
     ) kept (missing, is_there) where not is_there`,
  )
  if (rows.length > 0)
    throw new Error(`nothing was written: ${rows.map(({ missing }) => missing).join(', ')}`)
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

/** A function as it is, and one by its name that does nothing. */
interface Emptied {
  readonly name: string
  readonly whole: string
  readonly empty: string
}

async function functionsOf(owner: pg.Client): Promise<Emptied[]> {
  const { functions: names } = parts['all of operations, charging and figures']
  const { rows } = await owner.query<Emptied>(
    `select proname as name, pg_get_functiondef(oid) as whole,
       format('create or replace function %I(%s) returns %s language sql as $$ select %s $$', proname,
         pg_get_function_arguments(oid), pg_get_function_result(oid),
         case when prorettype <> 'void'::regtype then format('%L::%s', '{}', pg_get_function_result(oid)) end) as empty
     from pg_proc where proname = any($1) and pronamespace = 'public'::regnamespace`,
    [names],
  )
  if (rows.length !== names.length) throw new Error('the functions have other names')
  return rows
}

interface Additions {
  readonly triggers: readonly Trigger[]
  readonly functions: readonly Emptied[]
}

async function setAdditions(owner: pg.Client, { triggers, functions }: Additions, side: Side): Promise<void> {
  const without = side === 'whole' ? { triggers: false, functions: [] } : parts[side]
  const isEmpty = (name: string) => without.functions.some(one => one === name)
  const act = without.triggers ? 'disable' : 'enable'
  await owner.query(
    [
      ...triggers.map(({ table, name }) => `alter table ${table} ${act} trigger ${name}`),
      ...functions.map(({ name, whole, empty }) => (isEmpty(name) ? empty : whole)),
    ].join(';'),
  )
}
