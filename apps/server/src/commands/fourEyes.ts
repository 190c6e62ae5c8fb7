import { fastify } from 'fastify'
import { attestOnServer, changeFourEyes } from '../modules/money/approvals/fourEyes.service.ts'
import { openBus } from '../platform/bus.ts'
import type { Services } from '../platform/module.ts'
import { type Db, openDb, openPool, transact } from '../platform/postgres/db.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

const usage =
  '用法：npm run four-eyes -- single（一人审批）、two（两人审批），或 attest <账号>（当面核实成员）'

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const [act, account] = process.argv.slice(2)
    const db = openDb(openPool(ownerUrl, 1))
    const bus = await openBus(ownerUrl, fastify().log)
    try {
      console.log(await transact(db, trx => run({ bus }, trx, act, account)))
      return true
    } finally {
      await bus.close()
      await db.destroy()
    }
  }),
)

/** @returns what was done, in words @throws StartError where it is asked wrongly */
async function run(
  services: Pick<Services, 'bus'>,
  db: Db,
  act: string | undefined,
  account: string | undefined,
): Promise<string> {
  if (act === 'attest' && account !== undefined) {
    const ended = await attestOnServer(db, account)
    if (ended === undefined) throw new StartError(`没有账号 ${account}，请核对后重试`)
    return ended === 0
      ? `账号 ${account} 没有需要核实的关联`
      : `已核实账号 ${account}，它可以审批关联人的申请了`
  }
  if (act !== 'single' && act !== 'two') throw new StartError(usage)
  const changed = await changeFourEyes(services, db, act)
  if (!changed) return act === 'single' ? '已经是一人审批' : '已经是两人审批'
  return act === 'single'
    ? '已改为一人审批，有财务权限的成员已收到通知。恢复两人审批：npm run four-eyes -- two'
    : '已恢复两人审批，有财务权限的成员已收到通知'
}
