import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { type Credentials, connectDevice } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'

let app: TestApp
let own: Credentials
let disabled: Credentials & { id: number }
beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  const room = await makeClassroom(pool, organ)
  own = await makeSimulator(pool, { organ, room })
  disabled = await makeSimulator(pool, { organ, room })
  await pool.query('update simulator_state set enabled = false where simulator_id = $1', [disabled.id])
})

const signIn = (device: Credentials) =>
  connectDevice(app.services.devices.address() ?? '', device).then(
    ({ client }) => client.endAsync().then(() => 'in'),
    () => 'refused',
  )
const outcomes = async () => app.services.metrics.registry.getSingleMetricAsString('device_sign_ins_total')

test('beside others who try keys, from one address, a device signs in; one that is disabled does not', async () => {
  for (let i = 0; i < 25; i += 1) expect(await signIn({ sn: own.sn, key: `wrong-${i}` })).toBe('refused')
  expect(await outcomes()).toMatch(/"throttled"} 5$/m)
  expect(await signIn(own)).toBe('in')
  expect(await signIn(disabled)).toBe('refused')
  expect(await signIn({ sn: 'UNKNOWN', key: own.key })).toBe('refused')
  expect(await outcomes()).toMatch(/"throttled"} 7$/m)
})
