import Fastify from 'fastify'
import { makeSender } from '../src/modules/open/webhooks/send.service.ts'
import { memberFinder } from '../src/modules/people/session/finders.service.ts'
import { openBus } from '../src/platform/bus.ts'
import { makeMetrics } from '../src/platform/metrics.ts'
import { openDb, openPool } from '../src/platform/postgres/db.ts'
import { readConfig } from '../src/platform/start/config.ts'
import { loadSecrets } from '../src/platform/start/secrets.ts'

// A process that sends events and does nothing else, to be killed.

const config = readConfig(process.env)
const { databaseUrl = '', webhookNetworks } = config
const db = openDb(openPool(databaseUrl, 10))
const { log } = Fastify()
const sender = makeSender(
  {
    db,
    log,
    bus: await openBus(databaseUrl, log),
    dataKeys: loadSecrets(config).dataKeys,
    metrics: makeMetrics('web'),
    authentication: { findMember: memberFinder(db) },
    config: { webhookNetworks },
  },
  go,
)
let asked = false
let running = false

/** One claim at a time, as a server's task does. */
function go(): void {
  asked = true
  if (running) return
  running = true
  void (async () => {
    while (asked) {
      asked = false
      await sender.beginDue()
    }
    running = false
  })()
}
setInterval(go, 100)
go()
