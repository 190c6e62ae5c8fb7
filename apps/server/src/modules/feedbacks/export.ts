import type { FeedbackRow, SignUpRow } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import { CsvReply, type Person } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines, newestFirst } from '../../platform/http/csv.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, feedbackBefore, signUpsBefore } from './queries.ts'

const signUpColumns: readonly CsvColumn<SignUpRow>[] = [
  ['name', '姓名', row => row.name],
  ['phone', '手机号', row => row.phone],
  ['schoolName', '意向驾校', row => row.schoolName],
  ['gearType', '驾照类型', row => row.gearType],
  ['createdAt', '提交时间', row => localTime(row.createdAt)],
]
const feedbackColumns: readonly CsvColumn<FeedbackRow>[] = [
  ['userName', '学员', row => row.userName],
  ['schoolName', '驾校', row => row.schoolName],
  ['content', '内容', row => row.content],
  ['createdAt', '提交时间', row => localTime(row.createdAt)],
]

/** The whole filtered list as a file, phones as on the screen. */
export function exportSignUps(db: Db, { scope }: Person, filter: Filter): CsvReply {
  const next = newestFirst(
    part => signUpsBefore(db, scope, filter, part),
    row => row.id,
  )
  return new CsvReply('报名列表', csvLines(signUpColumns, next))
}

export function exportFeedback(db: Db, { scope }: Person, filter: Filter): CsvReply {
  const next = newestFirst(
    part => feedbackBefore(db, scope, filter, part),
    row => row.id,
  )
  return new CsvReply('意见反馈列表', csvLines(feedbackColumns, next))
}
