import { errors, type opsStaff, type ParsedOf, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import { requireArea } from '../../schools/areas/service.ts'
import * as queries from './queries.ts'

const staff = record({
  what: row => (row === undefined ? '成员' : '运维人员'),
  lock: queries.lockPerson,
  latest: queries.findStaff,
})

/**
 * Adds a person to those who repair, or changes one.
 * @throws Refusal notFound, staffNotHandler, staffCoverage, staleVersion
 */
export async function saveStaff(call: SignedInCall, form: ParsedOf<typeof opsStaff.save>): Promise<true> {
  const { db, scope } = call
  const { memberId, capacity, active, homeCity, awayUntil, componentKindIds, version } = form
  const organIds = [...new Set(form.organIds)]
  const person = await staff.take(call, memberId, { version })
  if (active && !person.handles) throw refuse(errors.staffNotHandler, person.name)
  const organs = await queries.organsOf(db, scope, memberId, organIds)
  if (organs.seen !== organIds.length) throw refuse(errors.notFound, '机构')
  if (organs.theirs !== organIds.length) throw refuse(errors.staffCoverage, person.name)
  const kinds = [...new Set(componentKindIds)]
  if ((await queries.countComponents(db, kinds)) !== kinds.length) throw refuse(errors.notFound, '部件类型')
  if (homeCity !== undefined)
    await requireArea(db, { provinceId: `${homeCity.slice(0, 2)}0000`, cityId: homeCity })
  await queries.writeStaff(db, {
    member_id: memberId,
    capacity,
    active,
    home_city: homeCity ?? null,
    away_until: awayUntil ?? null,
  })
  await queries.writeCoverage(db, scope, memberId, organIds)
  await queries.writeSkills(db, memberId, kinds)
  return true
}
