import { opsStaff, roles } from '@drivesim/contract'
import type { AccessCode } from '@drivesim/contract/access'
import type { Api } from './api.ts'
import { newSn, type Place } from './devices.ts'
import { newPerson } from './people.ts'

/** A new technician who is responsible for the place, and signed in. */
export async function newTechnician(api: Api, place: Place) {
  const codes: AccessCode[] = ['ops', 'ops:handle']
  const { roleId } = await api.call(roles.add, { roleName: `维修${newSn().slice(4)}`, codes })
  const technician = await newPerson(api, { place, roleIds: [roleId] })
  await api.call(opsStaff.save, {
    memberId: technician.userId,
    active: true,
    organIds: [place.organId],
    componentKindIds: [],
  })
  return technician
}
