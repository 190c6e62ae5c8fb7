import { errors, type orders, type ParsedOf, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { sayOrders } from './live.service.ts'
import * as queries from './minutes.queries.ts'
import { spend } from './payment.service.ts'

/** 补回: the platform gives minutes of a session back, to the orders that were charged last first. */
export async function restoreMinutes(
  services: Services,
  { db, scope, person }: SignedInCall,
  { recordId, minutes, reason }: ParsedOf<typeof orders.restoreMinutes>,
): Promise<true> {
  requirePlatform(scope, '补回训练分钟')
  const studentId = await queries.studentOfSession(db, recordId)
  if (studentId === undefined) throw refuse(errors.notFound, '训练记录')
  await queries.lockMinutes(db, [studentId])
  const standing = await queries.standingMinutes(db, recordId)
  const most = standing.reduce((sum, one) => sum + one.minutes, 0)
  if (minutes > most) throw refuse(errors.refundTooMuch, `${most} 分钟`)
  const restored = spend(
    standing.map(one => ({ ...one, cashLeft: one.minutes })),
    minutes,
  ).map(({ lot, amount }) => ({ ...lot, minutes: amount }))
  await queries.restore(db, { recordId, studentId, reason, by: person.id }, restored)
  await sayOrders(
    services,
    db,
    restored.map(({ orderId }) => `course:${orderId}` as const),
  )
  return true
}
