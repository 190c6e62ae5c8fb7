import type { MemberRow } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listBefore } from './list.queries.ts'

const columns: readonly FileColumn<MemberRow>[] = [
  ['userAccount', '账号', row => row.userAccount],
  ['userName', '名称', row => row.userName],
  ['userPhone', '手机号', row => row.userPhone],
  ['userMail', '邮箱', row => row.userMail],
  ['organName', '所属机构', row => row.organName],
  ['roles', '角色', row => row.roles.map(role => role.roleName).join('、')],
  ['enabled', '状态', row => (row.enabled ? '启用' : '停用')],
  ['lastLoginAt', '最后登录时间', row => time(row.lastLoginAt)],
]

/** The whole filtered list as a file. */
export function exportMembers(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = newestFirst(
    part => listBefore(db, scope, filter, part),
    row => row.userId,
  )
  return new FileReply('成员列表', fileRows(columns, next))
}
