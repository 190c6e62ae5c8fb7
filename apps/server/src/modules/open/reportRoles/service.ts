import { StartError } from '../../../platform/start/startError.ts'
import { newPassword, verifierOf } from './password.rules.ts'
import { type ReportRole, removalStatements, roleStatements } from './queries.ts'

export const reportRoleUsage = `用法：
  npm run -s report-role -- --name analyst [--schools 1,2] > role.sql   写出建立报表角色的 SQL，密码显示一次
  npm run report-role -- --name analyst [--schools 1,2] --apply         在内置数据库里建立它
  npm run report-role -- --name analyst --remove [--apply]              删除它`

/** What the command is told. */
export interface Asked {
  readonly name?: string | undefined
  readonly schools?: string | undefined
  readonly apply?: boolean | undefined
  readonly remove?: boolean | undefined
}

/** The statements that were asked for, and the password that they set; undefined: they set none. */
export function statementsFor(asked: Asked): { sql: string; password: string | undefined } {
  const { name, schools } = roleOf(asked)
  if (asked.remove) return { sql: removalStatements(name), password: undefined }
  const password = newPassword()
  return { sql: roleStatements({ name, schools }, verifierOf(password)), password }
}

/** @throws StartError where it is asked wrongly */
function roleOf({ name, schools }: Asked): ReportRole {
  // Names of PostgreSQL and ours are none of an analyst.
  if (name === undefined || !/^(?!pg_|postgres$|drivesim_)[a-z][a-z0-9_]{0,62}$/.test(name))
    throw new StartError(
      `--name 应为小写字母开头的角色名，由小写字母、数字和下划线组成，不能以 pg_ 或 drivesim_ 开头\n\n${reportRoleUsage}`,
    )
  if (schools === undefined) return { name, schools: null }
  if (!/^\d{1,15}(,\d{1,15})*$/.test(schools))
    throw new StartError(`--schools 应为驾校编号，以逗号分隔，如 1,2\n\n${reportRoleUsage}`)
  return { name, schools: [...new Set(schools.split(',').map(Number))] }
}

export { runStatements } from './queries.ts'
