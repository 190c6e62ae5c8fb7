import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answers,
  ended,
  freePort,
  killAll,
  launch,
  makeSite,
  polled,
  ready,
  type Site,
} from './serverProcess.ts'

let site: Site

beforeEach(async () => {
  site = await makeSite()
})
afterEach(() => killAll(site))

describe('the server', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s stops everything in order', async signal => {
    const run = launch(site)
    await ready(site, run)
    await polled(() => run.said().includes(site.url))
    run.child.kill(signal)
    expect(await ended(run), run.said()).toBe(0)
    expect(spawnSync('test', ['-e', join(site.dataDir, 'postgres/postmaster.pid')]).status).toBe(1)
  })

  test('starts again after kill -9, at once', async () => {
    const killed = launch(site)
    await ready(site, killed)
    killed.child.kill('SIGKILL')
    await ended(killed)
    const next = launch(site)
    await ready(site, next)
    next.child.kill('SIGINT')
    expect(await ended(next), next.said()).toBe(0)
  })

  test('a second start on the same data says that one is running, and where', async () => {
    await ready(site, launch(site))
    const second = launch(site, { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) })
    expect(await ended(second)).toBe(1)
    expect(second.said().trim()).toMatch(
      /^数据文件夹 [^\n]+ 已有一个服务在运行：http:\/\/127\.0\.0\.1:\d+[^\n]+$/,
    )
    expect(second.said()).toContain(`:${site.port}`)
    expect(await answers(site)).toBe(true)
  })

  test('a port in use is one sentence', async () => {
    const other = createServer().listen(site.port, '127.0.0.1')
    const run = launch(site)
    expect(await ended(run)).toBe(1)
    expect(run.said().trim()).toMatch(new RegExp(`^端口 ${site.port} 已被占用[^\n]+$`))
    other.close()
  })

  test('a wrong variable is one sentence', async () => {
    const run = launch(site, { DATABASE_URL: 'mysql://localhost/drivesim' })
    expect(await ended(run)).toBe(1)
    expect(run.said().trim()).toMatch(/^配置错误：DATABASE_URL [^\n]+$/)
  })
})
