import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { contract, deviceBulk } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltServer, build } from '../src/app.ts'
import { type TestApp, testApp } from './app.ts'
import { until } from './device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from './factories.ts'

// One request, followed by its id through the logs of all processes that it had do something.

const requestId = 'a-request-of-this-test'

/** A log whose lines can be looked through. */
function logBook() {
  const lines: string[] = []
  const logTo = new Writable({
    write(line, _encoding, written) {
      lines.push(String(line))
      written()
    },
  })
  /** What lines with the id say. */
  const said = () => lines.map(line => JSON.parse(line)).filter(({ reqId }) => reqId === requestId)
  return { logTo, said }
}

const [firstLog, secondLog] = [logBook(), logBook()]
let app: TestApp
let second: BuiltServer
const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-second-'))
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'loopback' }, undefined, firstLog.logTo)
  copyFileSync(join(app.services.config.dataDir, 'data.key'), join(dataDir, 'data.key'))
  second = await build({
    config: { ...app.services.config, dataDir },
    databaseUrl: app.database.appUrl,
    logTo: secondLog.logTo,
  })
})
afterAll(async () => {
  await second.close()
  await app.close()
  rmSync(dataDir, { recursive: true })
})

test('a job is found in the logs of all processes by the id of the request that began it', async () => {
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  const { id } = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  const owner = await app.signedIn({ codes: ['device:simulator', 'device:edit'], organs: [organ] })
  const { kind } = deviceBulk.setEnabled
  const headers = { 'x-request-id': requestId }
  const begun = await owner.call(
    contract.jobs.start,
    { kind, selection: { ids: [id] }, input: { enabled: false } },
    headers,
  )
  const job = begun.data.jobId

  expect(firstLog.said()).toContainEqual(
    expect.objectContaining({ req: expect.objectContaining({ url: `/dm-api${contract.jobs.start.path}` }) }),
  )
  // The word that a job waits goes to every process; one of them does it, and says so as well.
  for (const log of [firstLog, secondLog])
    await until('it heard', () => log.said().some(({ topic }) => topic === 'job'))
  await until('one did it', () =>
    [...firstLog.said(), ...secondLog.said()].some(line => line.job === job && line.kind === kind),
  )
})
