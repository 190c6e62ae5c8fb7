import { fastify } from 'fastify'
import { noteOnServer } from '../modules/tools/operationLog/security.service.ts'
import { lockAccount } from '../modules/trust/factorResets/queries.ts'
import { voidAndReset } from '../modules/trust/factorResets/service.ts'
import { openBus } from '../platform/bus.ts'
import { openDb, openPool, transact } from '../platform/postgres/db.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { loadSecrets } from '../platform/start/secrets.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

/** For the last administrator, whose factors nobody else can reset. */
await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const [account] = process.argv.slice(2)
    if (account === undefined) throw new StartError('用法：npm run reset-factors -- <账号>')
    const db = openDb(openPool(ownerUrl, 1))
    const { dataKeys } = loadSecrets(config)
    const bus = await openBus(ownerUrl, fastify().log)
    try {
      const password = await transact(db, async trx => {
        const member = await lockAccount(trx, account)
        if (member === undefined) throw new StartError(`没有账号 ${account}，请核对后重试`)
        await noteOnServer(trx, { label: '重置两步验证', target: `成员 ${member.name}（${member.account}）` })
        return voidAndReset({ bus, dataKeys }, trx, member.id, { address: '服务器', userAgent: null })
      })
      console.log(`已重置账号 ${account} 的两步验证，全部登录已退出`)
      console.log(`初始密码：${password}（首次登录时须修改，并重新开启两步验证）`)
      return true
    } finally {
      await bus.close()
      await db.destroy()
    }
  }),
)
