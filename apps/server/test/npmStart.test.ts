import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { basicHeader } from './app.ts'
import { exitCodeOf, makeSite, type Site, untilReady } from './serverProcess.ts'

// The command of the README, on the version of Node.js that runs this test: npm test has it from the browser tests, on one.

const root = join(import.meta.dirname, '../../..')

test.runIf(process.env.TEST_LONG === '1')(
  'npm start: builds, makes the demo, serves, and stops in order at Ctrl-C',
  { timeout: 600_000 },
  async () => {
    const site = await makeSite()
    const run = npmStart(site)
    try {
      await untilReady(site, run)
      const metrics = await (await fetch(`${site.url}/metrics`)).text()
      expect(/^nodejs_version_info\{version="([^"]+)"/m.exec(metrics)?.[1]).toBe(process.version)
      expect(await signIn(site)).toMatchObject({ code: 0, data: { token: expect.any(String) } })
      const page = await (await fetch(site.url)).text()
      expect(page).toContain('<script')
      expect(await run.stop(), run.said()).toBe(0)
      expect(existsSync(join(site.dataDir, 'postgres/postmaster.pid'))).toBe(false)
    } finally {
      await run.stop()
      rmSync(site.dataDir, { recursive: true })
    }
  },
)

/** In a group of its own, as a terminal has it: Ctrl-C reaches npm and the server. */
function npmStart({ dataDir, port, mqttPort }: Site) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (text += data))
  const stop = () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, 'SIGINT')
    return exitCodeOf({ child })
  }
  return { child, stop, said: () => text }
}

async function signIn({ url }: Site): Promise<unknown> {
  const response = await fetch(`${url}/dm-api${contract.session.token.path}`, {
    method: 'POST',
    headers: { authorization: basicHeader, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username: 'admin', password: 'Demo@2026' }),
  })
  return response.json()
}
