import type { FeedbackRow, SignUpRow } from '@drivesim/contract'
import { FileReply, type Person } from '../../platform/http/call.ts'
import { type FileColumn, fileRows, newestFirst, time } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, feedbackBefore, signUpsBefore } from './queries.ts'

const signUpColumns: readonly FileColumn<SignUpRow>[] = [
  ['name', '姓名', row => row.name],
  ['phone', '手机号', row => row.phone],
  ['schoolName', '意向驾校', row => row.schoolName],
  ['gearType', '驾照类型', row => row.gearType],
  ['createdAt', '提交时间', row => time(row.createdAt)],
]
const feedbackColumns: readonly FileColumn<FeedbackRow>[] = [
  ['userName', '学员', row => row.userName],
  ['schoolName', '驾校', row => row.schoolName],
  ['content', '内容', row => row.content],
  ['createdAt', '提交时间', row => time(row.createdAt)],
]

/** The whole filtered list as a file, phones as on the screen. */
export function exportSignUps(db: Db, { scope }: Person, filter: Filter): FileReply {
  const next = newestFirst(
    part => signUpsBefore(db, scope, filter, part),
    row => row.id,
  )
  return new FileReply('报名列表', fileRows(signUpColumns, next))
}

export function exportFeedback(db: Db, { scope }: Person, filter: Filter): FileReply {
  const next = newestFirst(
    part => feedbackBefore(db, scope, filter, part),
    row => row.id,
  )
  return new FileReply('意见反馈列表', fileRows(feedbackColumns, next))
}
