import { accessNames, isAccessCode, type RoleRow } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, oldestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listAfter } from './queries.ts'

const columns: readonly FileColumn<RoleRow>[] = [
  ['roleName', '角色名称', row => row.roleName],
  ['note', '备注', row => row.note],
  ['organName', '所属机构', row => row.organName ?? '平台'],
  ['builtIn', '内置', row => (row.builtIn ? '是' : '否')],
  ['members', '成员数', row => row.members],
  [
    'codes',
    '权限',
    row =>
      row.codes
        .filter(isAccessCode)
        .map(code => accessNames[code])
        .join('、'),
  ],
  ['createdAt', '创建时间', row => time(row.createdAt)],
]

/** The whole filtered list as a file. */
export function exportRoles(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = oldestFirst(
    part => listAfter(db, scope, filter, part),
    row => row.roleId,
  )
  return new FileReply('角色列表', fileRows(columns, next))
}
