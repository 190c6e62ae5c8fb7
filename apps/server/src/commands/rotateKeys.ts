import { rotateKeys, rotateSigningKey } from '../modules/tools/keys/service.ts'
import { openDb, openPool } from '../platform/postgres/db.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

const [what, ...more] = process.argv.slice(2)

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    if (more.length > 0 || (what !== undefined && what !== '--signing'))
      throw new StartError('用法：npm run rotate-keys，或 npm run rotate-keys -- --signing 只更换签名密钥')
    const db = openDb(openPool(ownerUrl, 1))
    try {
      if (what === undefined) await rotateKeys(db, config, line => console.log(line))
      else console.log(await rotateSigningKey(db, config))
      return true
    } finally {
      await db.destroy()
    }
  }),
)
