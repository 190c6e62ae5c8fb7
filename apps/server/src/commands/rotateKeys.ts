import { rotateKeys } from '../modules/tools/keys/service.ts'
import { openDb, openPool } from '../platform/postgres/db.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { command } from './command.ts'

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const db = openDb(openPool(ownerUrl, 1))
    try {
      await rotateKeys(db, config, line => console.log(line))
      return true
    } finally {
      await db.destroy()
    }
  }),
)
