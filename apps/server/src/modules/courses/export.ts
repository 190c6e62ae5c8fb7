import { type CourseRow, enabledStates } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, oldestFirst, yuan } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { coursesAfter, type Filter } from './queries.ts'

const columns: readonly FileColumn<CourseRow>[] = [
  ['courseName', '课程名称', row => row.courseName],
  ['gearType', '驾照类型', row => row.gearType],
  ['price', '价格（元）', row => yuan(row.price)],
  ['floorPrice', '平台底价（元）', row => yuan(row.floorPrice)],
  ['minutes', '训练分钟数', row => row.minutes],
  ['validDays', '有效天数', row => row.validDays],
  ['schools', '在售驾校', row => row.schools],
  ['modules', '训练模块', row => row.modules.join('、')],
  ['note', '备注', row => row.note],
  ['state', '状态', row => enabledStates[row.state]],
]

/** The whole filtered list as a file, read in parts as it is sent. */
export function exportCourses(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = oldestFirst(
    part => coursesAfter(db, scope, filter, part),
    row => row.courseId,
  )
  return new FileReply('课程列表', fileRows(columns, next))
}
