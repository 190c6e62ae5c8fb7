import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch } from './browser.ts'
import { fillFleet } from './fillFleet.ts'
import { signIn } from './http.ts'
import { benchRows } from './rows.ts'
import { databaseUrl, root, type Server, startServer } from './server.ts'
import type { Figure } from './table.ts'
import { benchTabs } from './tabs.ts'

const speed = 60
const simulators = 1_000
const classrooms = 25
/** Beginnings and ends of lessons. */
const changesPerSecond = 50

/** The live board of a school with a thousand simulators, beside the demo's fleet: before many tabs, then scrolled. */
export async function benchBoard(seconds: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-board-'))
  const server = await startServer(folder, { LOG_LEVEL: 'error' })
  const browser = await launch()
  try {
    const school = await fillFleet(databaseUrl(folder, 'drivesim_owner'), { simulators, classrooms })
    const board = `/device/runningState?organId=${school}`
    const watcher = async () => ({
      browser,
      server,
      tokens: await signIn(server.url, 'admin', 'Demo@2026'),
      board,
    })
    return await whileRunning(demoFleet(server, folder), () =>
      whileRunning(lessonsOn(server), async lessons => {
        await once(lessons, 'message')
        const tabs = await benchTabs(await watcher(), { simulators, seconds })
        const rows = await benchRows(await watcher(), { simulators, changesPerSecond, seconds: seconds / 2 })
        return [...tabs, ...rows]
      }),
    )
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The demo's simulators from outside, as `npm run fleet` starts them. */
function demoFleet({ mqttUrl }: Server, folder: string): ChildProcess {
  const script = join(root, 'apps/fleet/dist/main.js')
  const keys = join(folder, 'demo-fleet.json')
  return spawn(process.execPath, [script, '--speed', String(speed), '--url', mqttUrl, '--keys', keys], {
    stdio: 'ignore',
  })
}

function lessonsOn({ mqttUrl }: Server): ChildProcess {
  const script = fileURLToPath(new URL('lessonLoad.js', import.meta.url))
  return fork(script, [mqttUrl, String(simulators), String(changesPerSecond)])
}

async function whileRunning<T>(child: ChildProcess, work: (child: ChildProcess) => Promise<T>): Promise<T> {
  try {
    return await work(child)
  } finally {
    if (child.exitCode === null) {
      child.kill()
      await once(child, 'exit')
    }
  }
}
