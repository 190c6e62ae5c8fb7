import { parseArgs } from 'node:util'
import {
  type Asked,
  reportRoleUsage,
  runStatements,
  statementsFor,
} from '../modules/open/reportRoles/service.ts'
import { withEmbeddedDatabase } from '../platform/postgres/operatorDatabase.ts'
import type { Config } from '../platform/start/config.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

await command(async config => {
  const asked = given()
  const { sql, password } = statementsFor(asked)
  if (asked.apply) await apply(config, sql)
  else process.stdout.write(sql)
  // Beside the statements, which may go to a file.
  if (password !== undefined) console.error(`密码（只显示这一次）：${password}`)
  if (asked.apply) console.error(asked.remove ? '已删除' : addressOf(config, asked))
  return true
})

async function apply(config: Config, sql: string): Promise<void> {
  if (config.databaseUrl !== undefined)
    throw new StartError('--apply 只用于内置数据库，请把 SQL 交给 DATABASE_URL 的管理员执行')
  await withEmbeddedDatabase(config, ({ adminUrl }) => runStatements(adminUrl, sql))
}

function addressOf({ reportPort }: Config, { name }: Asked): string {
  if (reportPort === undefined) return '内置数据库不监听端口：设置 REPORT_PORT（如 5433）并重新启动后才能连接'
  return `连接地址：127.0.0.1:${reportPort}，数据库 drivesim，用户 ${name}`
}

function given(): Asked {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    return parseArgs({ options: { name: text, schools: text, apply: flag, remove: flag } }).values
  } catch {
    throw new StartError(reportRoleUsage)
  }
}
