import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { devices, session } from '@drivesim/contract'
import autocannon from 'autocannon'
import pg from 'pg'
import { capture } from './capture.ts'
import { databaseUrl, freePort, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

const connections = 20
const rounds = 4
const secondsPerRound = 5
export const simulators = 20_000
const classrooms = 400
const password = 'Bench@2026-07'

/** `simulator/getList` on 20,000 devices against a bare handler that does the same SQL, in alternating rounds. */
export async function benchList(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-'))
  const server = await startServer(folder, { DEMO: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'error' })
  const bare = await (async () => {
    await fillDevices(databaseUrl(folder, 'drivesim_owner'))
    const captured = await capture(folder, password, questions)
    const file = join(folder, 'captured.json')
    writeFileSync(file, JSON.stringify(captured))
    const perRequest = captured.map(({ statements }) => statements.length)
    console.log(`statements of a request: ${[...new Set(perRequest)].join(', ')}`)
    return startBare(databaseUrl(folder, 'drivesim_app'), file)
  })()
  try {
    const headers = await signedIn(server.url)
    const path = `/dm-api${devices.list.path}`
    const load = (url: string, duration = secondsPerRound) =>
      autocannon({
        url,
        connections,
        duration,
        requests: questions.map(body => ({ method: 'POST', path, headers, body })),
      })
    for (const url of [server.url, bare.url]) await load(url, 3)
    const ours = []
    const theirs = []
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(await load(bare.url))
      ours.push(await load(server.url))
    }
    const failed = [...ours, ...theirs].reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0)
    const rate = median(ours.map(perSecond))
    const bareRate = median(theirs.map(perSecond))
    const p99 = median(ours.map(({ latency }) => latency.p99))
    return [
      {
        what: `getList, ${simulators} devices: of a bare handler's requests per second`,
        value: `${((100 * rate) / bareRate).toFixed(0)} % (${rate.toFixed(0)} of ${bareRate.toFixed(0)})`,
        bound: '≥ 75 %',
        passed: rate / bareRate >= 0.75 && failed === 0,
      },
      {
        what: `getList: p99 with ${connections} connections`,
        value: `${p99.toFixed(0)} ms (bare ${median(theirs.map(({ latency }) => latency.p99)).toFixed(0)} ms)`,
        bound: '< 40 ms',
        passed: p99 < 40,
      },
    ]
  } finally {
    await bare.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What people ask of the list: mostly its first pages, some filters, now and then a page far behind. */
const questions = [
  {},
  { pageNum: 0, pageSize: 10 },
  { pageNum: 1, pageSize: 10 },
  { pageNum: 2, pageSize: 20 },
  { organId: 5 },
  { organId: 17, pageNum: 3 },
  { roomId: 33 },
  { stateId: 'offline' },
  { organId: 9, stateId: 'offline' },
  { pageNum: 700 },
].map(input => JSON.stringify(input))

/** A hundred schools, and simulators in their classrooms. */
export async function fillDevices(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into organisation (name, type, parent_id)
       select '驾校 ' || n, 'school', (select id from organisation where type = 'platform') from generate_series(1, 100) n`,
    )
    await client.query(
      `insert into classroom (organ_id, name)
       select o.id, '教室 ' || n from generate_series(1, $1::int / 100) n, organisation o where o.type = 'school'`,
      [classrooms],
    )
    await client.query(
      `insert into simulator (sn, name, organ_id, room_id, car_num, headset_ip, model, key_hash)
       select 'BENCH-' || to_char(n, 'FM00000'), '模拟器 ' || n, c.organ_id, c.id, '粤A' || to_char(n, 'FM00000') || '学',
         '10.0.0.1', 'DS-200', sha256(n::text::bytea)
       from generate_series(1, $1::int) n
       join (select id, organ_id, row_number() over (order by id) as place from classroom) c on c.place = n % $2::int + 1`,
      [simulators, classrooms],
    )
    await client.query('insert into simulator_state (simulator_id) select id from simulator')
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function startBare(url: string, capturedFile: string) {
  const port = await freePort()
  const script = fileURLToPath(new URL('bareServer.js', import.meta.url))
  const child = spawn('node', [script, url, capturedFile, String(port)], { stdio: 'inherit' })
  const address = `http://127.0.0.1:${port}`
  while ((await fetch(address).catch(() => undefined)) === undefined) await wait(20)
  return {
    url: address,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function signedIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/dm-api${session.token.path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('drivesim-web:drivesim-web')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ grant_type: 'password', username: 'admin', password }),
  })
  const { token } = session.token.reply.parse(Reflect.get(Object(await response.json()), 'data'))
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

const perSecond = ({ requests, duration }: { requests: { total: number }; duration: number }) =>
  requests.total / duration

const median = (values: readonly number[]) => percentile(values, 0.5)
