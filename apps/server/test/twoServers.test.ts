import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { basicHeader } from './app.ts'
import { patience } from './pace.ts'
import type { Run } from './serverProcess.ts'
import { type Servers, severalServers } from './severalServers.ts'

// What two processes of one installation owe each other.

const long = process.env.TEST_LONG === '1'
const { perMinute } = contract.session.token

async function withTwo(work: (servers: Servers, runs: [Run, Run]) => Promise<void>): Promise<void> {
  const servers = await severalServers(2)
  try {
    // One after the other: the first has the turns. Each in one process, which is what is killed.
    const first = await servers.start(0, { ROLE: 'all' })
    await work(servers, [first, await servers.start(1, { ROLE: 'all' })])
  } finally {
    await servers.stop()
  }
}

/** Tries so many refresh tokens that are none. @returns what was answered, by its code */
async function guess({ sites }: Servers, place: number, times: number): Promise<Map<number, number>> {
  const codes = new Map<number, number>()
  for (let n = 0; n < times; n += 1) {
    const answer = await fetch(`${sites[place]?.url}/dm-api/auth/token`, {
      method: 'POST',
      headers: { authorization: basicHeader, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: 'none' }),
    })
    const { code } = z.object({ code: z.number() }).parse(await answer.json())
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  return codes
}

/** When a process last swept, in seconds since 1970; 0: it never did. */
async function sweptAt({ sites }: Servers, place: number): Promise<number> {
  const metrics = await (await fetch(`${sites[place]?.url}/metrics`)).text()
  const said = /scheduled_task_last_success_seconds\{task="telemetry\.sweepOffline"[^}]*\} (\S+)/.exec(
    metrics,
  )
  return Number(said?.[1] ?? 0)
}

const takesOver = (servers: Servers, withinMs: number) =>
  expect.poll(() => sweptAt(servers, 1), { timeout: patience(withinMs), interval: 50 }).toBeGreaterThan(0)

test('guesses are counted over both, and a killed process gives its turns up at once', () =>
  withTwo(async (servers, [first]) => {
    expect(await guess(servers, 0, 200)).toEqual(new Map([[errors.badToken.code, 200]]))
    expect(await guess(servers, 1, 110)).toEqual(
      new Map([
        [errors.badToken.code, perMinute - 200],
        [errors.tooMany.code, 310 - perMinute],
      ]),
    )
    expect(await sweptAt(servers, 0)).toBeGreaterThan(0)
    expect(await sweptAt(servers, 1)).toBe(0)
    first.child.kill('SIGKILL')
    await takesOver(servers, 2_000)
  }))

test.runIf(long)('a process that hangs gives its turns up', { timeout: patience(60_000) }, () =>
  withTwo(async (servers, [first]) => {
    first.child.kill('SIGSTOP')
    await takesOver(servers, 25_000)
    first.child.kill('SIGCONT')
  }),
)
