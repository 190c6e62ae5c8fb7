import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startExam } from './exam.ts'
import { exitCodeOf } from './report.ts'
import { agreedTimes } from './times.ts'

// The example of docs/mqtt.md in another language. Its waits are the agreed ones; only its reports come faster, and with them what is expected of them.

const python = '/usr/bin/python3'
const hasPaho = existsSync('/usr/lib/python3/dist-packages/paho')
const program = new URL('../../../examples/simulator.py', import.meta.url).pathname

test.skipIf(!hasPaho)('examples/simulator.py passes all of it', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-example-'))
  const ending = new AbortController()
  const exam = await startExam({
    ...{ host: '127.0.0.1', port: 0, key: 'key', signal: ending.signal, print: () => undefined },
    times: { ...agreedTimes, heartbeat: 3_000, change: 1_000, human: 30_000, settle: 1_000, steady: 500 },
  })
  const simulator = spawn(
    python,
    [program, '--url', exam.address, '--sn', 'SIM-0001', '--key', 'key']
      .concat(['--store', join(folder, 'store.sqlite3'), '--report-every', '2'])
      .concat(['--lesson-seconds', '4', '--idle-seconds', '600']),
    { stdio: 'ignore' },
  )
  const gone = new Promise(done => simulator.once('exit', done))
  const report = await exam.report.finally(() => simulator.kill('SIGKILL'))
  await gone
  rmSync(folder, { recursive: true })
  expect(report.behaviours.filter(({ state }) => state !== 'passed')).toEqual([])
  expect(exitCodeOf(report)).toBe(0)
})
