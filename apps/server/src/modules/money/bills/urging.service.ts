import { billStates, errors, refuse } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { OutsideServices } from '../../../platform/http/act.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { tellSchool } from '../../notices/messages/school.service.ts'
import { updateBill } from './bill.queries.ts'
import { bill, requireKeeper } from './service.ts'

/**
 * Tells those at a school who confirm bills that one waits for them, at most once a day.
 * @throws Refusal platformOnly, notFound, urgesNone, urgedToday
 */
export async function urge(
  services: Pick<OutsideServices, 'bus'>,
  call: SignedInCall,
  billId: number,
): Promise<true> {
  const { db, scope } = call
  requireKeeper(scope)
  const { no, schoolId, state, dueOn, urgedOn } = await bill.take(call, billId, {})
  if (state !== 'toCheck') throw refuse(errors.urgesNone, billStates[state])
  const today = businessDayOf(Date.now())
  if (urgedOn === today) throw refuse(errors.urgedToday)
  await updateBill(db, billId, { urged_on: today })
  const to = { schoolId, codes: ['finance:accCheck'] as const }
  const brief = `平台请贵校尽快确认账单 ${no}`
  const more = `请在对账管理中核对后确认；有疑问的请提出异议。到期日 ${dueOn}。`
  const link = { to: `/finacial/statement?billId=${billId}`, text: '查看账单' }
  await tellSchool(services, db, to, { title: '请确认账单', brief, more, link })
  return true
}
