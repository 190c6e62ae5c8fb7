import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { contract, type Endpoint, errors } from '@drivesim/contract'
import { expect } from 'vitest'
import { z } from 'zod'
import { openPool } from '../src/platform/postgres/db.ts'
import { basicHeader } from './app.ts'
import { connectDevice, type Device, until } from './device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from './factories.ts'
import type { Site } from './serverProcess.ts'
import { wrongData } from './wrongData.ts'

/** Whatever is broken, somebody waits for it no longer than this. */
const patienceMs = 120_000
/** Between two tries of somebody who was refused. */
const retryMs = 50

export const adminPassword = 'Correct-Horse-9'

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })

/** What people and devices do while things break, and what they were promised. */
export interface Load {
  /** So many changes and messages were promised from now on: the server works. */
  flows(): Promise<void>
  /** Answers that were neither a yes nor the server's silence: HTTP status and sentence. */
  readonly refused: Set<string>
  /** What became of calls that nobody answered. */
  readonly unanswered: Set<string>
  /** Promises given so far. */
  promised(): PromisedSession
  /**
   * Whether promises were kept, once, and the data add up; while the load goes on, or after it.
   * @param of all so far, in the database behind the server, unless said otherwise
   */
  verify(of?: { promised: PromisedSession; ownerUrl: string }): Promise<void>
  /** Everybody finishes what they are at. */
  stop(): Promise<void>
}

/** What of a site people and devices need. */
type ServedSite = Pick<Site, 'dataDir' | 'url' | 'mqttUrl' | 'env'>

export interface PromisedSession {
  /** Numbers of the simulators that were added. */
  readonly changes: Set<string>
  readonly sessions: Set<string>
  /** Codes of faults that were raised. */
  readonly faults: Set<string>
}

export interface Loaded {
  readonly writers: number
  readonly devices: number
  /** Between two acts of the same person or device. */
  readonly pauseMs: number
  /** What the broker has promised may be stored so much later. */
  readonly storedMs: number
  /** How long somebody or something waited until it was promised what it asked for. */
  took(what: 'change' | 'report', ms: number): void
}

/** So many keep a small machine busy, and leave it time to be killed. */
const usual: Loaded = { writers: 2, devices: 3, pauseMs: 0, storedMs: 0, took: () => undefined }

/** @param ownerUrl the database behind the server, asked for what became of the promises */
export async function openLoad(
  site: ServedSite,
  ownerUrl: string,
  { writers, devices, pauseMs, storedMs, took } = usual,
): Promise<Load> {
  const promised: PromisedSession = { changes: new Set(), sessions: new Set(), faults: new Set() }
  const refused = new Set<string>()
  const unanswered = new Set<string>()
  const stopping = new AbortController()
  const pool = openPool(ownerUrl, 4)
  const organ = await makeOrganisation(pool)
  const room = await makeClassroom(pool, organ)
  const simulators = await Promise.all(
    Array.from({ length: devices }, () => makeSimulator(pool, { organ, room, sn: `LOAD-${code()}` })),
  )
  await pool.end()

  const work = [
    ...Array.from({ length: writers }, () => write()),
    ...simulators.map(simulator => report(simulator)),
  ]

  /** One call after another, each repeated under its key until it was accepted. */
  async function write(): Promise<void> {
    let token = ''
    while (!stopping.signal.aborted) {
      const sn = `ADDED-${code()}`
      const input = { organId: organ, roomId: room, simulatorName: sn, simulatorNum: sn }
      const key = randomUUID()
      const began = performance.now()
      await until(
        `${sn} is added`,
        async () => {
          if (token === '') token = await tokenOf(site.url)
          const answer = await call(contract.devices.add, input, {
            authorization: `Bearer ${token}`,
            'idempotency-key': key,
          })
          if (answer.code === errors.tokenExpired.code) token = ''
          return answer.code === 0
        },
        patienceMs,
        retryMs,
      )
      promised.changes.add(sn)
      took('change', performance.now() - began)
      await wait(pauseMs)
    }
  }

  async function call(endpoint: Endpoint, input: object, headers: Record<string, string>) {
    const { status, ...answer } = await ask(site.url, endpoint, input, headers).catch(error => {
      unanswered.add(String(error))
      throw error
    })
    if (answer.code !== 0 && answer.code !== errors.tokenExpired.code) refused.add(`${status} ${answer.msg}`)
    return answer
  }

  /** A device that keeps each message until it is acknowledged. */
  async function report(simulator: { sn: string; key: string }): Promise<void> {
    let device: Device | undefined
    async function deliver(what: string, send: (device: Device) => Promise<void>): Promise<void> {
      const began = performance.now()
      await until(
        what,
        async () => {
          if (device?.client.connected !== true) {
            device?.client.end(true)
            device = await connectDevice(site.mqttUrl, simulator)
          }
          await Promise.race([send(device), device.closed])
          return true
        },
        patienceMs,
        retryMs,
      )
      took('report', performance.now() - began)
    }
    while (!stopping.signal.aborted) {
      const sessionId = randomUUID()
      const startedAt = new Date(Date.now() - 60_000).toISOString()
      const end = { sessionId, startedAt, id: randomUUID(), at: new Date().toISOString() }
      const fault = { id: randomUUID(), at: end.at, code: `F${code()}`, text: '方向盘传感器' }
      await deliver('a report', device => device.report({ activity: 'training' }))
      await deliver('a session', device => device.end(end))
      promised.sessions.add(sessionId)
      await deliver('a fault', device => device.send('fault', { ...fault, event: 'raised' }))
      promised.faults.add(fault.code)
      await deliver('its end', device =>
        device.send('fault', { ...fault, id: randomUUID(), event: 'cleared' }),
      )
      await wait(pauseMs)
    }
    device?.client.end(true)
  }

  async function verify(of = { promised: copy(promised), ownerUrl }): Promise<void> {
    const pool = openPool(of.ownerUrl, 1)
    const stored = async (sql: string) =>
      (await pool.query<{ name: string }>(sql)).rows.map(({ name }) => name)
    try {
      const all = await settled(stored, of.promised)
      for (const kind of kinds) {
        expect(all[kind], `${kind} counted once`).toHaveLength(new Set(all[kind]).size)
        expect(missing(of.promised[kind], all[kind]), `${kind} lost`).toEqual([])
      }
      const added = await stored('select sn as name from simulator')
      expect(missing(of.promised.changes, added), 'simulators lost').toEqual([])
      expect(await wrongData(site, of.ownerUrl)).toEqual([])
    } finally {
      await pool.end()
    }
  }

  /** What is stored, once all promises are, or the time for it is over. */
  async function settled(stored: (sql: string) => Promise<string[]>, before: PromisedSession) {
    const began = performance.now()
    for (;;) {
      const all: Record<keyof PromisedSession, string[]> = {
        changes: await stored(`select after ->> 'sn' as name from operation_log_change
          where table_name = 'simulator' and before is null`),
        sessions: await stored('select session_id::text as name from training_session'),
        faults: await stored('select code as name from fault'),
      }
      const areThere = kinds.every(kind => missing(before[kind], all[kind]).length === 0)
      if (areThere || performance.now() - began > storedMs) return all
      await wait(retryMs)
    }
  }

  return {
    refused,
    unanswered,
    promised: () => copy(promised),
    async flows() {
      const { changes, sessions, faults } = copy(promised)
      await until(
        'the load flows',
        () =>
          promised.changes.size > changes.size + 2 &&
          promised.sessions.size > sessions.size + 2 &&
          promised.faults.size > faults.size + 2,
        patienceMs,
      )
    },
    verify,
    async stop() {
      stopping.abort()
      await Promise.all(work)
    },
  }
}

const code = () => randomUUID().slice(0, 12).toUpperCase()

const kinds = ['changes', 'sessions', 'faults'] as const

function missing(promised: ReadonlySet<string>, stored: readonly string[]): string[] {
  const there = new Set(stored)
  return [...promised].filter(name => !there.has(name))
}

function copy({ changes, sessions, faults }: PromisedSession): PromisedSession {
  return { changes: new Set(changes), sessions: new Set(sessions), faults: new Set(faults) }
}

/** A token of the first administrator. */
export async function tokenOf(url: string): Promise<string> {
  const input = { grant_type: 'password', username: 'admin', password: adminPassword }
  const { data } = await ask(url, contract.session.token, input, { authorization: basicHeader })
  return z.object({ token: z.string() }).parse(data).token
}

async function ask(url: string, endpoint: Endpoint, input: object, headers: Record<string, string>) {
  const response = await fetch(`${url}/dm-api${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: response.status, ...envelope.parse(await response.json()) }
}
