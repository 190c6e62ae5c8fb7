import type { FeedbackRow, SignUpRow } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import { CsvReply, type Person } from '../../platform/http/call.ts'
import { type CsvColumn, csvLines } from '../../platform/http/csv.ts'
import { maskPhone } from '../../platform/mask.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Filter, feedbackBefore, signUpsBefore } from './queries.ts'

/** Rows read at a time. */
const most = 2000

const signUpColumns: readonly CsvColumn<SignUpRow>[] = [
  ['姓名', row => row.name],
  ['手机号', row => row.phone],
  ['意向驾校', row => row.schoolName],
  ['驾照类型', row => row.gearType],
  ['提交时间', row => localTime(row.createdAt)],
]
const feedbackColumns: readonly CsvColumn<FeedbackRow>[] = [
  ['学员', row => row.userName],
  ['驾校', row => row.schoolName],
  ['内容', row => row.content],
  ['提交时间', row => localTime(row.createdAt)],
]

/** A sign-up as this person may see it: who keeps the app calls the people back, for all others a phone is nobody's business. */
export function shownTo({ codes }: Person): (row: SignUpRow) => SignUpRow {
  return row => (codes.has('app:edit') ? row : { ...row, phone: maskPhone(row.phone) })
}

/** The whole filtered list as a file, phones as on the screen. */
export function exportSignUps(db: Db, person: Person, filter: Filter): CsvReply {
  const next = async (last?: SignUpRow) =>
    (await signUpsBefore(db, person.scope, filter, part(last?.id))).map(shownTo(person))
  return new CsvReply('报名列表', csvLines(signUpColumns, next))
}

export function exportFeedback(db: Db, { scope }: Person, filter: Filter): CsvReply {
  const next = (last?: FeedbackRow) => feedbackBefore(db, scope, filter, part(last?.id))
  return new CsvReply('意见反馈列表', csvLines(feedbackColumns, next))
}

const part = (before = Number.MAX_SAFE_INTEGER) => ({ before, most })
