import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { contracts, files, orders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { expect } from 'vitest'
import { z } from 'zod'
import { openPool } from '../../src/platform/postgres/db.ts'
import { query } from '../database.ts'
import { makeOrganisation, makeStudent } from '../factories.ts'
import { countFacts } from '../facts.ts'
import { type Person, person } from './person.ts'
import type { Waits } from './waits.ts'

const clerks = 3
/** More from each would be refused: 20 a minute and 300 a day, which is an hour and a half here. */
const uploaders = 20
const paymentPauseMs = 100
const uploadPauseMs = 17_500
/** Fen. Each payment of a clerk has an amount of its own, by which it is found again. */
const firstAmount = 1_000
const cap = 10_000_000_000

interface Payment {
  readonly orderId: number
  readonly studentId: number
  readonly amount: number
  /** When it was promised, on the steady clock. */
  readonly at: number
}

/** Clerks who take cash and people who put pictures in, and what they were promised. */
export interface People {
  readonly reader: Person
  /** Answers of a server or a proxy that could serve nothing. */
  readonly unavailable: Set<string>
  payments(): readonly Payment[]
  /** Which of these orders were made before a moment, whenever their answers came. */
  madeBefore(orderIds: readonly number[], at: Date): Promise<ReadonlySet<number>>
  /** How many pictures were promised. */
  uploads(): number
  /** Whether all that was promised is there, once. */
  verify(): Promise<void>
  stop(): Promise<void>
}

/** @param ownerUrl the database of the site, through the proxy that leads to the primary */
export async function openPeople(url: string, ownerUrl: string, waits: Waits): Promise<People> {
  const unavailable = new Set<string>()
  const payments: Payment[] = []
  const uploads: { readonly url: string; readonly hash: string }[] = []
  /** Of them, so many were looked at. */
  let seen = 0
  const stopping = new AbortController()
  const pool = openPool(ownerUrl, 4)
  const somebody = (member: Parameters<typeof person>[2]) =>
    person(url, pool, member, answer => unavailable.add(answer))
  const school = await makeOrganisation(pool)
  const signer = await somebody({ codes: ['finance:edit'] })
  const today = businessDayOf(Date.now())
  const agreed = {
    schoolId: school,
    mode: 'share' as const,
    platformBp: 3000,
    billingDay: 1,
    startsOn: addDays(today, -100),
    endsOn: addDays(today, 1000),
    deposit: 0,
    offlineCap: cap,
  }
  await signer.insist(contracts.add, agreed, randomUUID())
  const reader = await somebody({ codes: ['order:edit'] })
  const work = [
    ...(await Promise.all(Array.from({ length: clerks }, takeCash))),
    ...(await Promise.all(Array.from({ length: uploaders }, sendPictures))),
  ]
  await pool.end()

  /** @returns what ends with the load */
  async function takeCash(): Promise<() => Promise<void>> {
    const clerk = await somebody({ codes: ['order:edit'], organs: [school] })
    const studentId = await makeStudent(pool, school)
    const { rows } = await pool.query<{ id: number }>(
      `insert into enrolment (student_id, school_id, gear_type) values ($1, $2, 'C1') returning id`,
      [studentId, school],
    )
    await countFacts(
      pool,
      'enrolment',
      rows.map(({ id }) => id),
    )
    return repeat(async turn => {
      const amount = firstAmount + turn
      const began = performance.now()
      const input = { studentId, amount, confirmDouble: true }
      const { orderId } = await clerk.insist(orders.rechargeOffline, input, randomUUID())
      const at = performance.now()
      waits.took('payment', at - began)
      payments.push({ orderId, studentId, amount, at })
      await wait(paymentPauseMs)
    })
  }

  async function sendPictures(): Promise<() => Promise<void>> {
    const sender = await somebody({ organs: [school] })
    return repeat(async () => {
      const began = performance.now()
      const answer = await sender.insist(files.upload, undefined, randomUUID())
      waits.took('upload', performance.now() - began)
      uploads.push({ url: answer.url, hash: await hashOf(answer.url) })
      await wait(uploadPauseMs)
    })
  }

  /** Begins at once, and goes on until the load is stopped. */
  function repeat(act: (turn: number) => Promise<void>): () => Promise<void> {
    const going = (async () => {
      for (let turn = 0; !stopping.signal.aborted; turn += 1) await act(turn)
    })()
    going.catch(() => stopping.abort())
    return () => going
  }

  /** Reads a picture, also while the store is away. */
  async function hashOf(path: string): Promise<string> {
    for (;;) {
      const response = await fetch(new URL(path, url)).catch(() => undefined)
      if (response?.ok === true)
        return createHash('sha256')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex')
      if (response?.status === 404) throw new Error(`${path} was promised and is not there`)
      await response?.body?.cancel()
      await wait(100)
    }
  }

  return {
    reader,
    unavailable,
    payments: () => payments,
    async madeBefore(orderIds, at) {
      const rows = z
        .array(z.object({ id: z.coerce.number() }))
        .parse(
          await query(ownerUrl, 'select id from recharge_order where id = any($1) and created_at < $2', [
            orderIds,
            at,
          ]),
        )
      return new Set(rows.map(({ id }) => id))
    },
    uploads: () => uploads.length,
    async verify() {
      const promised = [...payments]
      const pictures = uploads.slice(seen)
      const stored = z
        .array(z.object({ id: z.coerce.number(), student: z.coerce.number(), amount: z.coerce.number() }))
        .parse(await query(ownerUrl, 'select id, student_id as student, amount from recharge_order'))
      const there = new Map(stored.map(row => [row.id, row]))
      const lost = promised.filter(
        ({ orderId, studentId, amount }) =>
          there.get(orderId)?.student !== studentId || there.get(orderId)?.amount !== amount,
      )
      expect(lost, 'payments lost').toEqual([])
      const once = new Set(stored.map(({ student, amount }) => `${student} ${amount}`))
      expect(stored, 'payments taken twice').toHaveLength(once.size)
      for (const picture of pictures)
        expect(await hashOf(picture.url), `${picture.url} is as it was`).toBe(picture.hash)
      seen += pictures.length
    },
    async stop() {
      stopping.abort()
      await Promise.all(work.map(ended => ended()))
    },
  }
}
