import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/postgres/embeddedPostgres.ts'
import { basicHeader } from './app.ts'
import { hasPgbouncer, startPgbouncer } from './pgbouncer.ts'
import {
  exitCodeOf,
  freePort,
  isAnswering,
  killAll,
  launch,
  makeSite,
  operate,
  ownerUrlOf,
  pollUntil,
  type Site,
  untilReady,
} from './serverProcess.ts'

let site: Site

beforeEach(async () => {
  site = await makeSite()
})
afterEach(() => killAll(site))

describe('the server', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s stops everything in order', async signal => {
    const run = launch(site)
    await untilReady(site, run)
    await pollUntil(() => run.said().includes(site.url))
    run.child.kill(signal)
    expect(await exitCodeOf(run), run.said()).toBe(0)
    expect(spawnSync('test', ['-e', join(site.dataDir, 'postgres/postmaster.pid')]).status).toBe(1)
  })

  test('SIGTERM: a call that is under way is answered, and nobody is let in any more', async () => {
    const run = launch(site)
    await untilReady(site, run)
    const owner = new pg.Client(ownerUrlOf(site))
    await owner.connect()
    await owner.query('begin; lock table member in access exclusive mode')
    const call = fetch(`${site.url}/dm-api/auth/token`, {
      method: 'POST',
      headers: { authorization: basicHeader, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username: 'admin', password: 'a wrong password' }),
    })
    await pollUntil(async () => {
      const { rows } = await owner.query('select from pg_locks where not granted')
      return rows.length > 0
    })
    run.child.kill('SIGTERM')
    await pollUntil(async () => !(await isAnswering(site)))
    await owner.query('rollback')
    await owner.end()
    expect((await call).headers.get('x-request-id')).not.toBeNull()
    expect(await exitCodeOf(run), run.said()).toBe(0)
  })

  test('behind a proxy it is not ready before it lets nobody in', async () => {
    const run = launch(site, { TRUST_PROXY: 'loopback' })
    await untilReady(site, run)
    const status = async (path: string) => (await fetch(`${site.url}${path}`)).status
    run.child.kill('SIGTERM')
    await pollUntil(async () => (await status('/health/ready')) === 503)
    expect(await status('/health/live')).toBe(200)
    expect(await exitCodeOf(run), run.said()).toBe(0)
  })

  test('starts again after kill -9, at once', async () => {
    const killed = launch(site)
    await untilReady(site, killed)
    killed.child.kill('SIGKILL')
    await exitCodeOf(killed)
    const next = launch(site)
    await untilReady(site, next)
    next.child.kill('SIGINT')
    expect(await exitCodeOf(next), next.said()).toBe(0)
  })

  test('the planner knows every table as soon as the server serves', async () => {
    await untilReady(site, launch(site))
    const owner = new pg.Client(ownerUrlOf(site))
    await owner.connect()
    const { rows } = await owner.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and reltuples < 0`,
    )
    await owner.end()
    expect(rows).toEqual([])
  })

  test('that does not migrate waits for somebody who does', async () => {
    const early = launch(site, { MIGRATE: '0' })
    expect(await exitCodeOf(early)).toBe(1)
    expect(early.said().trim()).toBe(
      '数据库还没有迁移 0001_baseline.sql，请先执行 npm run migrate，再以 MIGRATE=0 启动',
    )
    const migrated = await operate(site, 'migrate')
    expect(migrated, migrated.said).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^已执行迁移 0001_baseline\.sql、/),
    })
    await untilReady(site, launch(site, { MIGRATE: '0' }))
    expect(await operate(site, 'migrate')).toEqual({ code: 0, said: '没有要执行的迁移\n' })
  })

  test('REPORT_PORT lets in the role that report-role makes while the server runs', async () => {
    const port = await freePort()
    const opened = { ...site, env: { REPORT_PORT: String(port), DEMO: '0' } }
    await untilReady(opened, launch(opened, opened.env))
    const made = await operate(opened, 'reportRole', '--name', 'analyst', '--apply')
    expect(made, made.said).toMatchObject({ code: 0 })
    const [, password] = /^密码（只显示这一次）：(\S{24})$/m.exec(made.said) ?? []
    expect(made.said).toContain(`连接地址：127.0.0.1:${port}，数据库 drivesim，用户 analyst`)
    const analyst = new pg.Client(`postgresql://analyst:${password}@127.0.0.1:${port}/drivesim`)
    await analyst.connect()
    expect((await analyst.query('select type from organisations')).rows).toEqual([{ type: 'platform' }])
    await analyst.end()
    expect(await operate(opened, 'reportRole', '--name', 'analyst', '--remove', '--apply')).toEqual({
      code: 0,
      said: '已删除\n',
    })
    const printed = await operate(site, 'reportRole', '--name', 'analyst', '--schools', '3,8')
    expect(printed.said).toContain(`values ('analyst', 3), ('analyst', 8);`)
  })

  test('a second start on the same data says that one is running, and where', async () => {
    await untilReady(site, launch(site))
    const second = launch(site, { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) })
    expect(await exitCodeOf(second)).toBe(1)
    expect(second.said().trim()).toMatch(
      /^数据文件夹 [^\n]+ 已有一个服务在运行：http:\/\/127\.0\.0\.1:\d+[^\n]+$/,
    )
    expect(second.said()).toContain(`:${site.port}`)
    expect(await isAnswering(site)).toBe(true)
  })

  test('a port in use is one sentence', async () => {
    const other = createServer().listen(site.port, '127.0.0.1')
    const run = launch(site)
    expect(await exitCodeOf(run)).toBe(1)
    expect(run.said().trim()).toMatch(new RegExp(`^端口 ${site.port} 已被占用[^\n]+$`))
    other.close()
  })

  test('a wrong variable is one sentence', async () => {
    const run = launch(site, { DATABASE_URL: 'mysql://localhost/drivesim' })
    expect(await exitCodeOf(run)).toBe(1)
    expect(run.said().trim()).toMatch(/^配置错误：DATABASE_URL [^\n]+$/)
  })
})

test.skipIf(!hasPgbouncer)('a pooler before the database: one sentence says what is needed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-pooled-'))
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir })
  const pooler = await startPgbouncer(ownerUrl, [
    'pool_mode = transaction',
    'ignore_startup_parameters = options',
  ])
  const pooled = launch(site, { DATABASE_URL: pooler })
  expect(await exitCodeOf(pooled)).toBe(1)
  expect(pooled.said().trim()).toMatch(/^DATABASE_URL 经过的连接池[^\n]+请改为直接连接 PostgreSQL 的地址$/)
  const owner = launch(site, { DATABASE_URL: ownerUrl, MIGRATE_DATABASE_URL: pooler })
  expect(await exitCodeOf(owner)).toBe(1)
  expect(owner.said().trim()).toMatch(/^MIGRATE_DATABASE_URL 经过的连接池[^\n]+$/)
  await untilReady(site, launch(site, { DATABASE_URL: ownerUrl }))
  await killAll()
  await stop()
  rmSync(dataDir, { recursive: true })
})
