import { enrolmentStates, type StudentRow } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, studentsBefore } from './list.queries.ts'

const columns: readonly FileColumn<StudentRow>[] = [
  ['userName', '姓名', row => row.userName],
  ['userPhone', '手机号', row => row.userPhone],
  ['idNumber', '身份证号', row => row.idNumber],
  ['schoolName', '驾校', row => row.schoolName],
  ['gearType', '驾照类型', row => row.gearType],
  ['state', '状态', row => enrolmentStates[row.state]],
  ['registeredAt', '报名时间', row => time(row.registeredAt)],
]

/** The whole filtered list as a file, masked as on the screen. */
export function exportStudents(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = newestFirst(
    part => studentsBefore(db, scope, filter, part),
    row => row.userId,
  )
  return new FileReply('学员列表', fileRows(columns, next))
}
