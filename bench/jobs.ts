import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { deviceBulk, devices, jobs, organisations, type Tokens } from '@drivesim/contract'
import { fillFleet } from './fillFleet.ts'
import { call, signIn } from './http.ts'
import { databaseUrl, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

const classrooms = 100
const password = 'Bench@2026-07'
const boundSeconds = 60
const apiPauseMs = 50

/** All simulators of a school are moved to one classroom, as one job, and the calls of people meanwhile. */
export async function benchJobs(simulators: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-jobs-'))
  const server = await startServer(folder, { DEMO: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'error' })
  try {
    const organId = await fillFleet(databaseUrl(folder, 'drivesim_owner'), { simulators, classrooms })
    const tokens = await signIn(server.url, 'admin', password)
    const { roomId } = await call(server.url, tokens, organisations.addClassroom, {
      roomName: '新教室',
      organId,
      opensAt: '08:00',
      closesAt: '22:00',
      seats: 1,
    })
    const began = performance.now()
    const { jobId } = await call(server.url, tokens, jobs.start, {
      kind: deviceBulk.move.kind,
      selection: { filter: { organId }, expected: simulators },
      input: { organId, roomId },
    })
    const startMs = performance.now() - began
    const { api, done } = await untilOver(server.url, tokens, jobId)
    const seconds = (performance.now() - began) / 1000
    const p99 = percentile(api, 0.99)
    const bound = (boundSeconds * simulators) / 50_000
    return [
      {
        what: `job: ${simulators} simulators chosen by a filter, until it has begun`,
        value: `${startMs.toFixed(0)} ms`,
        bound: '',
        passed: undefined,
      },
      {
        what: `job: ${simulators} simulators moved`,
        value: `${seconds.toFixed(1)} s, ${Math.round(done / seconds)} /s, ${done} done`,
        bound: `< ${bound} s`,
        passed: done === simulators && seconds < bound,
      },
      {
        what: `job: API meanwhile, p99 of ${api.length}`,
        value: `${p99.toFixed(0)} ms (p50 ${percentile(api, 0.5).toFixed(0)} ms)`,
        bound: '< 100 ms',
        passed: p99 < 100,
      },
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns milliseconds of each call that was made meanwhile, and the rows that were done */
async function untilOver(url: string, tokens: Tokens, jobId: number) {
  const api: number[] = []
  for (;;) {
    const began = performance.now()
    await call(url, tokens, devices.list, { pageNum: Math.floor(Math.random() * 50) })
    api.push(performance.now() - began)
    const job = (await call(url, tokens, jobs.list, { jobId })).dataList[0]
    if (job === undefined) throw new Error('the job is gone')
    if (job.finishedAt !== null) return { api, done: job.done }
    await wait(apiPauseMs)
  }
}
