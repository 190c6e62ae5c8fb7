import { accessCodes, jobs, longFile } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { until } from '../../../../test/device.ts'
import { makeWorld, matrixCalls, type World } from '../../../../test/matrix.ts'

// Whether a file is too long is asked of the list that it is of: both must count the same rows. Here every file that has a
// row is too long.

const files = matrixCalls.filter(({ endpoint }) => endpoint.rowsOf !== undefined)

let app: TestApp
let world: World
beforeAll(async () => {
  app = await testApp({ EXPORT_ROWS: '0' })
  world = await makeWorld(app)
})
afterAll(() => app.close())

test.each(files.map(call => [call.name, call] as const))(
  '%s: its list counts its rows',
  async (_name, call) => {
    await world.hold(accessCodes, call.sample.platformOnly === undefined ? 'school' : 'platform')
    const input = world.input(call, 'own')
    const answer = await world.send(call, input)
    expect(answer.status).toBe(200)
    if (String(answer.headers['content-type']).startsWith('text/csv')) {
      expect(answer.body.trim().split('\r\n')).toHaveLength(1)
      return
    }
    const { jobId, rows } = longFile.parse(answer.data)
    const headers = { authorization: `Bearer ${world.own.tokens.token}` }
    const job = await until('the file is written', async () => {
      const { data } = await app.call(jobs.list, { jobId }, headers)
      const [job] = data.dataList
      return job?.finishedAt === null ? undefined : job
    })
    // The logs have one more by then: that it was asked for.
    const done = call.domain === 'operationLog' ? rows + 1 : rows
    expect(job).toMatchObject({ label: call.endpoint.title, done, failed: 0, reason: null })
  },
)
