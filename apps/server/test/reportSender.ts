import { once } from 'node:events'
import { contract } from '@drivesim/contract'
import { sql } from 'kysely'
import { sendDue } from '../src/modules/open/reportSchedules/send.service.ts'
import { tellEnded } from '../src/modules/open/reportSchedules/tell.service.ts'
import { memberFinder } from '../src/modules/people/session/finders.service.ts'
import { FileReply } from '../src/platform/http/call.ts'
import type { Services } from '../src/platform/module.ts'
import { openDb, openPool } from '../src/platform/postgres/db.ts'

// A process that does nothing but send reports, for a test that kills it often: it is there sooner than a server. Their files
// count as written at once.

const [databaseUrl = ''] = process.argv.slice(2)
const db = openDb(openPool(databaseUrl, 3))
const name = 'apps.export'
async function* nothing() {}
const file = {
  name,
  endpoint: contract.apps.export,
  list: contract.apps.list,
  count: async () => 3,
  open: async () => new FileReply('应用列表', nothing()),
}
const given: Pick<Services, 'db' | 'fileCalls' | 'bus' | 'phoneGuesses' | 'readings'> & {
  authentication: Pick<Services['authentication'], 'findMember'>
} = {
  db,
  fileCalls: new Map([[name, file]]),
  bus: { say: async () => undefined, saying: () => sql`null`, hear: () => () => undefined },
  phoneGuesses: {
    begin: async () => ({ found: async () => undefined, missed: async () => undefined }),
    lookAlikes: async () => undefined,
  },
  readings: { admit: async () => undefined, count: () => undefined, flush: async () => undefined },
  authentication: { findMember: memberFinder(db) },
}
const services = given as Services

// Started ahead, it begins when it is told to.
await once(process.stdin, 'data')
for (;;) {
  await sendDue(services, Date.now())
  await sql`update job set state = 'finished', done = total, finished_at = clock_timestamp() where state = 'waiting'`.execute(
    db,
  )
  await tellEnded(services)
}
