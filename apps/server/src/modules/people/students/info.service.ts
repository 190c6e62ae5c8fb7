import type { DataOf, ParsedOf, students } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { balanceOf } from '../../money/ledger/service.ts'
import { ordersOf } from '../../money/orders/service.ts'
import { lastArchivedDay, lastSessions, scoresOf } from '../scores/service.ts'
import { noteOf } from './marks.queries.ts'
import { listEnrolments, listFeedback } from './queries.ts'
import { requireStudent } from './service.ts'

type Info = DataOf<typeof students.info>

const sessionsShown = 100

/** What is asked of a student. */
export async function studentInfo(
  { db, scope }: SignedInCall,
  { userId: studentId, queryTypes = ['base'] }: ParsedOf<typeof students.info>,
): Promise<Info> {
  const student = await requireStudent(db, scope, studentId)
  const asked = new Set(queryTypes)
  const of = { studentId, schoolId: student.schoolId }
  const info: Info = {}
  if (asked.has('base'))
    info.base = {
      ...student,
      note: await noteOf(db, studentId),
      enrolments: await listEnrolments(db, scope, studentId),
    }
  if (asked.has('balance')) info.balance = await balanceOf(db, scope, studentId)
  if (asked.has('orders')) info.orders = await ordersOf(db, scope, studentId)
  if (asked.has('sessions')) {
    info.sessions = await lastSessions(db, scope, studentId, sessionsShown)
    info.sessionsArchivedUntil = await lastArchivedDay(db, scope, studentId)
  }
  if (asked.has('scores')) info.scores = await scoresOf(db, scope, of)
  if (asked.has('feedback')) info.feedback = await listFeedback(db, scope, studentId)
  return info
}
