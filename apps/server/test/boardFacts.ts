import { randomUUID } from 'node:crypto'
import type { BoardFigure } from '@drivesim/contract'
import type pg from 'pg'
import { query } from './database.ts'
import { makeSessions } from './facts.ts'

/** Something that the board counts, on a day at an organisation; `clock` `HH:mm` in Shanghai, noon unless said otherwise. */
export type BoardFact = { organ: number; day: string; clock?: string } & (
  | { kind: 'enrolment'; student: number }
  | {
      kind: 'recharge'
      student: number
      amount: number
      bonus?: number
      reversed?: boolean
      refunded?: number
    }
  | { kind: 'course'; student: number; cash: number; bonus?: number; refunded?: number }
  | { kind: 'session'; student: number | null; seconds: number; running?: boolean }
)

const at = ({ day, clock = '12:00' }: BoardFact) => `${day}T${clock}:00+08:00`

/** What a test's facts stand on. */
export interface BoardGround {
  pool: pg.Pool
  ownerUrl: string
  /** By organisation: one that stands there. */
  simulators: ReadonlyMap<number, { id: number; room: number }>
}

/** Writes facts as the domains keep them, past their rules, and counts them: for histories that nobody could live through. */
export async function writeFacts({ pool, ownerUrl, simulators }: BoardGround, facts: readonly BoardFact[]) {
  for (const fact of facts) {
    const { organ, day } = fact
    if (fact.kind === 'enrolment') {
      await query(
        ownerUrl,
        `insert into enrolment (student_id, school_id, gear_type, state, registered_at, ended_at)
         values ($1, $2, 'C1', 'left', $3, $3)`,
        [fact.student, organ, at(fact)],
      )
    } else if (fact.kind === 'recharge') {
      await query(
        ownerUrl,
        `with made as (
           insert into recharge_order (student_id, school_id, organ_id, channel, amount, bonus, refunded, paid_at, reversed_at, day)
           values ($1, school_of($2), $2, 'wechat', $3, $4, $5, $6::timestamptz, case when $7::boolean then $6::timestamptz end, $8)
           returning *
         )
         insert into refund (kind, recharge_order_id, student_id, school_id, organ_id, amount, method, state, reason, done_at, day)
         select 'recharge', id, student_id, school_id, organ_id, refunded, 'original', 'refunded', '-', paid_at, day
         from made where refunded > 0`,
        [
          fact.student,
          organ,
          fact.amount,
          fact.bonus ?? 0,
          fact.refunded ?? 0,
          at(fact),
          fact.reversed ?? false,
          day,
        ],
      )
    } else if (fact.kind === 'course') {
      // Money and enrolment are ones that count nowhere.
      await query(
        ownerUrl,
        `with somebody as (
           insert into student (name, phone, school_id) values ($7, '-', school_of($2)) returning id, school_id
         ), enrolled as (
           insert into enrolment (student_id, school_id, gear_type, state, registered_at, ended_at)
           select id, school_id, 'C1', 'left', '2001-01-01', '2001-01-01' from somebody returning id
         ), course as (
           insert into course (name, gear_type, minutes, price, valid_days) values ($7::text, 'C1', 60, 1, 90) returning id
         ), made as (
           insert into course_order (student_id, school_id, organ_id, enrolment_id, course_id, amount, cash_paid, bonus_paid,
             minutes, refunded_cash, refunded_minutes, paid_at, day)
           select $1, school_of($2), $2, enrolled.id, course.id, $3::bigint + $4::bigint, $3, $4, 60, $5::bigint, case when $5 > 0 then 30 else 0 end, $6::timestamptz, $8::date
           from course, enrolled returning *
         ), lot as (
           insert into recharge_order (student_id, school_id, organ_id, channel, amount, paid_at, reversed_at, day)
           select student_id, school_id, organ_id, 'wechat', 1, paid_at, paid_at, day from made returning id
         ), refunded as (
           insert into refund (kind, course_order_id, student_id, school_id, organ_id, amount, minutes, method, state, reason, done_at, day)
           select 'course', id, student_id, school_id, organ_id, refunded_cash, 30, 'balance', 'refunded', '-', paid_at, day
           from made where refunded_cash > 0 returning id, amount
         )
         insert into order_funding (course_order_id, recharge_order_id, school_id, contract_day, day, amount, refund_id)
         select made.id, lot.id, made.school_id, made.day, made.day, made.cash_paid, null::bigint from made, lot where made.cash_paid > 0
         union all
         select made.id, lot.id, made.school_id, made.day, made.day, -refunded.amount, refunded.id from made, lot, refunded`,
        [fact.student, organ, fact.cash, fact.bonus ?? 0, fact.refunded ?? 0, at(fact), randomUUID(), day],
      )
    }
  }
  const sessions = facts.flatMap(fact => {
    const simulator = simulators.get(fact.organ)
    if (fact.kind !== 'session' || simulator === undefined) return []
    const { student, organ, seconds, running } = fact
    return [
      {
        simulator: simulator.id,
        room: simulator.room,
        organ,
        student,
        at: at(fact),
        seconds,
        ...(running && { running }),
      },
    ]
  })
  await makeSessions(pool, sessions)
  await query(ownerUrl, 'select rebuild_figures()')
}

/** What a figure is by its definition, of facts in the order in which they were written. */
export function figureByFacts(
  figure: BoardFigure,
  facts: readonly BoardFact[],
  counts: (fact: BoardFact) => boolean,
): number {
  const found = facts.filter((fact, index) => counts(fact) && isOf(figure, fact, facts.slice(0, index)))
  if (figure === 'payStudents' || figure === 'coursePayers' || figure === 'courseUsers') {
    return new Set(found.map(({ student }) => student)).size
  }
  return found.reduce((sum, fact) => sum + amountOf(figure, fact), 0)
}

function isOf(figure: BoardFigure, fact: BoardFact, before: readonly BoardFact[]): boolean {
  const isPaid =
    (fact.kind === 'recharge' && fact.reversed !== true) ||
    (fact.kind === 'course' && fact.cash + (fact.bonus ?? 0) > 0)
  switch (figure) {
    case 'newStudents':
      return (
        fact.kind === 'enrolment' &&
        !before.some(
          other => other.kind === 'enrolment' && other.student === fact.student && other.organ === fact.organ,
        )
      )
    case 'rechargeFen':
      return fact.kind === 'recharge' && isPaid
    case 'payStudents':
      return isPaid
    case 'courseOrders':
    case 'incomeFen':
      return fact.kind === 'course'
    case 'coursePayers':
      return fact.kind === 'course' && isPaid
    case 'appUses':
      return fact.kind === 'session' && fact.running !== true
    case 'courseUsers':
      return fact.kind === 'session' && fact.running !== true && fact.student !== null
  }
}

function amountOf(figure: BoardFigure, fact: BoardFact): number {
  if (figure === 'rechargeFen' && fact.kind === 'recharge') return fact.amount
  if (figure === 'incomeFen' && fact.kind === 'course') return fact.cash - (fact.refunded ?? 0)
  return 1
}
