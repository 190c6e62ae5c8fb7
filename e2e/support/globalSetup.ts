import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { policyForm, securityPolicy } from '@drivesim/contract'
import { Api } from './api.ts'
import { startServer } from './server.ts'

/**
 * One server for the whole run, started as `npm start` does it: embedded database, demo business, broker, fleet.
 * Workers are started after this and inherit where it is. With `E2E_URL`, `E2E_MQTT` and `E2E_DATA` given, a demo
 * server that runs already is used, which was started with `EXPORT_ROWS=4000`, too.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL !== undefined) return undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'drivesim-e2e-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const server = await startServer(dataDir).catch(error => {
    remove()
    throw error
  })
  Object.assign(process.env, { E2E_URL: server.url, E2E_MQTT: server.mqttUrl, E2E_DATA: dataDir })
  await stayForADay()
  return async () => {
    await server.stop()
    remove()
  }
}

/** Pages of tests leap hours ahead; nobody is signed out by that who has codes of money (idle.spec.ts has who is). */
async function stayForADay(): Promise<void> {
  const admin = await Api.signIn('admin')
  const policy = await admin.call(securityPolicy.info)
  await admin.call(securityPolicy.save, policyForm.parse({ ...policy, moneyIdleMinutes: 1440 }))
}
