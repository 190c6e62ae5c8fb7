import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

// The server as it is started: the built files under plain Node, signals and all.

const server = join(import.meta.dirname, '..')
const main = join(server, 'dist/src/main.js')

let dataDir: string
let port: number
let mqttPort: number
const running: ChildProcess[] = []

beforeAll(() => {
  spawnSync(join(server, '../../node_modules/.bin/tsc'), ['-b', server])
})
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-start-'))
  port = await freePort()
  mqttPort = await freePort()
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
    await ended(child)
  }
  await gone(join(dataDir, 'postgres/postmaster.pid'))
  rmSync(dataDir, { recursive: true })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

type Run = { child: ChildProcess; said: () => string }

function launch(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DEMO: '0',
      ...env,
    },
  })
  running.push(child)
  let text = ''
  const add = (data: Buffer) => {
    text += String(data)
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  return { child, said: () => text }
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise(resolve => child.once('close', resolve))
  }
  return child.exitCode
}

/** Polls until it holds; the test's own time-out is the deadline. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await wait(25)
}

const gone = (path: string) => until(() => spawnSync('test', ['-e', path]).status !== 0)

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok
  } catch {
    return false
  }
}

async function ready(run: Run): Promise<void> {
  await until(async () => {
    if (run.child.exitCode !== null) throw new Error(`ended at its start: ${run.said()}`)
    return answers()
  })
}

describe('the server', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s stops everything cleanly within 5 s', async signal => {
    const run = launch()
    await ready(run)
    await until(() => run.said().includes(`http://127.0.0.1:${port}`))
    const asked = Date.now()
    run.child.kill(signal)
    expect(await ended(run.child), run.said()).toBe(0)
    expect(Date.now() - asked).toBeLessThan(5000)
    expect(spawnSync('test', ['-e', join(dataDir, 'postgres/postmaster.pid')]).status).toBe(1)
  })

  test('starts again after kill -9, at once', async () => {
    const killed = launch()
    await ready(killed)
    killed.child.kill('SIGKILL')
    await ended(killed.child)
    const next = launch()
    await ready(next)
    next.child.kill('SIGINT')
    expect(await ended(next.child), next.said()).toBe(0)
  })

  test('a second start on the same data says that one is running, and where', async () => {
    await ready(launch())
    const second = launch({ PORT: String(await freePort()), MQTT_PORT: String(await freePort()) })
    expect(await ended(second.child)).toBe(1)
    expect(second.said().trim()).toMatch(
      /^数据文件夹 [^\n]+ 已有一个服务在运行：http:\/\/127\.0\.0\.1:\d+[^\n]+$/,
    )
    expect(second.said()).toContain(`:${port}`)
    expect(await answers()).toBe(true)
  })

  test('a port in use is one sentence', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    const run = launch()
    expect(await ended(run.child)).toBe(1)
    expect(run.said().trim()).toMatch(new RegExp(`^端口 ${port} 已被占用[^\n]+$`))
    other.close()
  })

  test('a wrong variable is one sentence', async () => {
    const run = launch({ DATABASE_URL: 'mysql://localhost/drivesim' })
    expect(await ended(run.child)).toBe(1)
    expect(run.said().trim()).toMatch(/^配置错误：DATABASE_URL [^\n]+$/)
  })
})
