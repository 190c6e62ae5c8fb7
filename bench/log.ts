import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type InputOf, operationLog, type Tokens } from '@drivesim/contract'
import pg from 'pg'
import { call, signIn } from './http.ts'
import { databaseUrl, root, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

const password = 'Bench@2026-07'
const pages = 60

/** The security log of a large company's year: sealed, read, and followed from its first row to its last. */
export async function benchLog(events: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-log-'))
  const server = await startServer(folder, { DEMO: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'error' })
  const owner = new pg.Client(databaseUrl(folder, 'drivesim_owner'))
  await owner.connect()
  try {
    const tokens = await signIn(server.url, 'admin', password)
    await fill(owner, events)
    const sealing = await untilSealed(owner)
    await owner.query('vacuum analyze')
    const took = await measurePages(server.url, tokens, events)
    const ms = (part: number) => percentile(took, part).toFixed(1)
    const checking = await followChain(folder)
    return [
      {
        what: `${events} security events, sealed while the server runs`,
        value: `${sealing.toFixed(0)} s (${(events / sealing).toFixed(0)} a second)`,
        bound: '',
        passed: undefined,
      },
      {
        what: `安全日志 of ${events}: any page, and by its filters: p95`,
        value: `${ms(0.95)} ms (p50 ${ms(0.5)}, max ${ms(1)})`,
        bound: '< 20 ms',
        passed: percentile(took, 0.95) < 20,
      },
      {
        what: `check-log: a chain of ${events}`,
        value: `${checking.toFixed(1)} s`,
        bound: '< 60 s',
        passed: checking < 60,
      },
    ]
  } finally {
    await owner.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Through the triggers, as any event; of a year but its last days, of which failures and files may count on. */
async function fill(owner: pg.Client, events: number): Promise<void> {
  const part = 50_000
  for (let from = 0; from < events; from += part) {
    await owner.query(
      `insert into security_event (at, last_at, kind, succeeded, member_id, account, label, target, detail, address, user_agent)
       select at, at, (array['signIn', 'signOut', 'access', 'reveal', 'export', 'deviceKey', 'rights'])[1 + i % 7], i % 9 > 0,
         (select min(id) from member), 'person' || i % 2000, '登录', case when i % 3 = 0 then '学员 ' || i end, null,
         '10.1.0.0'::inet + i % 60000, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/138'
       from (select i, now() - interval '2 days' - (i::double precision / $3) * interval '360 days' as at from generate_series($1::int, $2::int) i) made`,
      [from, Math.min(from + part, events) - 1, events],
    )
  }
}

/** @returns seconds */
async function untilSealed(owner: pg.Client): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rows } = await owner.query<{ waiting: boolean }>(
      `select exists (select from unsealed_log where source = 'event') as waiting`,
    )
    if (rows[0]?.waiting === false) return (performance.now() - began) / 1000
    await wait(200)
  }
}

async function measurePages(url: string, tokens: Tokens, events: number): Promise<number[]> {
  const filters: InputOf<typeof operationLog.security>[] = [
    {},
    { kind: 'reveal' },
    { result: 'failed' },
    { kind: 'signIn', result: 'failed' },
  ]
  const took: number[] = []
  for (let turn = 0; turn < pages; turn += 1) {
    const filter = filters[turn % filters.length] ?? {}
    // The last page of the narrowest filter is there, too.
    const pageNum = turn < 8 ? turn : Math.floor((turn / pages) * (events / 700))
    const began = performance.now()
    await call(url, tokens, operationLog.security, { ...filter, pageNum, pageSize: 10 })
    if (turn >= 4) took.push(performance.now() - began)
  }
  return took
}

/** @returns seconds, the process's own start with it */
async function followChain(folder: string): Promise<number> {
  const began = performance.now()
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'check-log'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
  })
  console.log(stdout.trim())
  return (performance.now() - began) / 1000
}
