import pg from 'pg'
import { retentionOf } from '../modules/tools/archive/kept.rules.ts'
import { archive, readMonth, restoreMonth } from '../modules/tools/archive/service.ts'
import { archiveStore } from '../modules/tools/archive/storage.ts'
import { openFiles } from '../platform/files/openFiles.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

const [act, fact, month] = process.argv.slice(2)

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const files = openFiles(config)
    const client = new pg.Client({ connectionString: ownerUrl, options: '-c timezone=UTC' })
    await client.connect()
    try {
      const place = { client, store: archiveStore(files), say: console.log }
      const retention = retentionOf(config)
      if (act === 'restore') await restoreMonth(place, readMonth(fact, month))
      else if (retention === undefined)
        throw new StartError(
          '请用 KEEP_SESSION_MONTHS（训练记录）或 KEEP_INTERVAL_MONTHS（状态区间）给出在数据库里保留的月数，如 24',
        )
      else await archive(place, retention)
      return true
    } finally {
      await client.end()
      files.close()
    }
  }),
)
