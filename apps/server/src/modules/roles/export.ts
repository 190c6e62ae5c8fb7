import { accessNames, isAccessCode, type RoleRow } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import { CsvReply } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, oldestFirst } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, listAfter } from './queries.ts'

const columns: readonly CsvColumn<RoleRow>[] = [
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
  ['createdAt', '创建时间', row => localTime(row.createdAt)],
]

/** The whole filtered list as a file. */
export function exportRoles(db: Db, scope: Scope, filter: Filter): CsvReply {
  const next = oldestFirst(
    part => listAfter(db, scope, filter, part),
    row => row.roleId,
  )
  return new CsvReply('角色列表', csvLines(columns, next))
}
