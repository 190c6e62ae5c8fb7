import { readAnchors } from '../modules/tools/logChain/anchors.storage.ts'
import { checkChain } from '../modules/tools/logChain/check.service.ts'
import { makeDataKeys } from '../platform/keys/dataKeys.ts'
import { openDb, openPool } from '../platform/postgres/db.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { readDataKeys } from '../platform/start/secrets.ts'
import { command } from './command.ts'

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const db = openDb(openPool(ownerUrl, 1))
    try {
      const keys = makeDataKeys(() => readDataKeys(config))
      const { seals, last, problems } = await checkChain(db, keys, readAnchors(config.dataDir))
      for (const problem of problems) console.log(`✗ ${problem}`)
      if (problems.length === 0) console.log(`✓ ${seals} 个封条都与日志一致，封存到第 ${last} 个`)
      return problems.length === 0
    } finally {
      await db.destroy()
    }
  }),
)
