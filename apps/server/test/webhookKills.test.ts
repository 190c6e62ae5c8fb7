import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealSecrets } from '../src/modules/open/webhooks/secrets.service.ts'
import { newSecret } from '../src/modules/open/webhooks/signing.rules.ts'
import { type TestApp, testApp } from './app.ts'
import { query } from './database.ts'
import { until } from './device.ts'
import { makeMember } from './factories.ts'
import { patience } from './pace.ts'
import { startReceiver } from './receiver.ts'

const kills = process.env.TEST_LONG === '1' ? 50 : 8
/** What a killed process had keeps its endpoint's places until its lease is over: there are enough others. */
const endpoints = 60 + 12 * kills
const events = 12
const dataKey = 'ab'.repeat(32)

let app: TestApp
beforeAll(async () => {
  app = await testApp({ DATA_KEY: dataKey })
})
afterAll(() => app.close())

const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)

/** Events that happened, each to be told to some of the endpoints. */
async function makeDeliveries(url: string): Promise<void> {
  const { id } = await makeMember(app.services.pool, { codes: ['system:open'] })
  for (let n = 1; n <= endpoints; n += 1) {
    const secrets = await sealSecrets(app.services.db, app.services.dataKeys, n, {
      now: newSecret(),
      before: null,
    })
    await sql(
      `insert into webhook_endpoint (id, name, address, owner_id, organ_id, types, secrets)
       select $1, 'n', $2, m.id, m.organ_id, '{student.added}', $3 from member m where m.id = $4`,
      [n, url, secrets, id],
    )
  }
  await sql(
    `with event as (
       insert into open_event (type, organ_id, data)
       select 'student.added', (select id from organisation limit 1), '{}' from generate_series(1, ${events}) returning id
     )
     insert into webhook_delivery (endpoint_id, event_id)
     select e.id, event.id from webhook_endpoint e, event where (e.id + event.id) % 2 = 0`,
  )
}

function startSender(): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../dist/test/webhookSender.js')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: app.database.appUrl,
      DATA_KEY: dataKey,
      DATA_DIR: app.services.config.dataDir,
      WEBHOOK_NETWORKS: '127.0.0.0/8',
      JWT_SECRET: app.services.config.jwtSecret,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

test(`nothing is lost nor sent by two at once while ${kills} senders are killed`, {
  timeout: 240_000,
}, async () => {
  const receiver = await startReceiver()
  const underway = new Set<string>()
  const arrived = new Map<string, number>()
  const doubled: string[] = []
  receiver.answer = ({ headers }, response) => {
    const id = String(headers['webhook-id'])
    if (underway.has(id)) doubled.push(id)
    underway.add(id)
    response.on('close', () => underway.delete(id))
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
    setTimeout(() => response.writeHead(204).end(), 5 + Math.random() * 30)
  }
  await makeDeliveries(receiver.url)
  const running = [startSender(), startSender()]
  try {
    for (let n = 0; n < kills; n += 1) {
      const before = receiver.received.length
      await until('something is sent', () => receiver.received.length > before, patience(20_000))
      const victim = running.shift()
      await wait(Math.random() * 20)
      victim?.kill('SIGKILL')
      running.push(startSender())
    }
    const left = async () => (await sql(`select id from webhook_delivery where state <> 'sent'`)).length
    await until('all are sent', async () => (await left()) === 0, patience(60_000), 200)
    const [deliveries] = await sql('select count(*)::int as many from webhook_delivery')
    expect(deliveries).toEqual({ many: arrived.size })
    expect(doubled).toEqual([])
    const again = [...arrived.values()].filter(times => times > 1).length
    console.log(`${arrived.size} deliveries, ${kills} kills, ${again} came twice`)
  } finally {
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(running.map(child => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
    receiver.stop()
  }
})
