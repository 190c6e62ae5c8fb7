import { checkData } from '../modules/integrity/service.ts'
import { modules } from '../modules.ts'
import { gatherParts } from '../platform/parts.ts'
import { openDb, openPool } from '../platform/postgres/db.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { command } from './command.ts'

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const db = openDb(openPool(ownerUrl, 1))
    try {
      const findings = await checkData(db, gatherParts(modules).checks)
      for (const { title, wrong, first } of findings) {
        console.log(wrong === 0 ? `✓ ${title}` : `✗ ${title}：${wrong} 处不一致，例如 ${first}`)
      }
      return findings.every(({ wrong }) => wrong === 0)
    } finally {
      await db.destroy()
    }
  }),
)
