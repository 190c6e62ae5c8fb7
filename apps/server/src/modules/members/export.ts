import type { MemberRow } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listBefore } from './list.queries.ts'

const columns: readonly CsvColumn<MemberRow>[] = [
  ['userAccount', '账号', row => row.userAccount],
  ['userName', '名称', row => row.userName],
  ['userPhone', '手机号', row => row.userPhone],
  ['userMail', '邮箱', row => row.userMail],
  ['organName', '所属机构', row => row.organName],
  ['roles', '角色', row => row.roles.map(role => role.roleName).join('、')],
  ['enabled', '状态', row => (row.enabled ? '启用' : '停用')],
  ['lastLoginAt', '最后登录时间', row => (row.lastLoginAt === null ? null : localTime(row.lastLoginAt))],
]

/** The whole filtered list as a file. */
export function exportMembers(db: Db, scope: Scope, filter: Filter): CsvReply {
  const next = newestFirst(
    part => listBefore(db, scope, filter, part),
    row => row.userId,
  )
  return new CsvReply('成员列表', csvLines(columns, next))
}
