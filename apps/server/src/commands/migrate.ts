import { appRole } from '../platform/postgres/embeddedPostgres.ts'
import { migrate, roleOf } from '../platform/postgres/migrate.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { command } from './command.ts'

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const applied = await migrate(ownerUrl, {
      appRole: config.databaseUrl === undefined ? appRole : roleOf(config.databaseUrl),
    })
    console.log(applied.length === 0 ? '没有要执行的迁移' : `已执行迁移 ${applied.join('、')}`)
    return true
  }),
)
