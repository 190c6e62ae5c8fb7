import { clearWhatIsDue, listTerms } from '../modules/privacy/retention/service.ts'
import { makeDataKeys } from '../platform/keys/dataKeys.ts'
import { openDb, openPool } from '../platform/postgres/db.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { readDataKeys } from '../platform/start/secrets.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const given = process.argv.slice(2)
    if (given.length > 0 && given.join() !== '--dry')
      throw new StartError('用法：npm run retention，或加 --dry 只查看')
    const db = openDb(openPool(ownerUrl, 1))
    try {
      for (const { kind, name, usual, months, due } of await listTerms(db)) {
        if (kind === null) continue
        const set = months === null ? `没有设置（建议 ${usual} 个月）` : `${months} 个月`
        console.log(`${name}：${set}，到期 ${due} 条`)
      }
      if (given.length > 0) return true
      const cleared = await clearWhatIsDue({ db, dataKeys: makeDataKeys(() => readDataKeys(config)) })
      const rows = [...cleared.values()].reduce((sum, count) => sum + count, 0)
      console.log(`已清理 ${rows} 条；没有设置期限的不清理`)
      return true
    } finally {
      await db.destroy()
    }
  }),
)
