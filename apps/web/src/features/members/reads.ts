import { members } from '@drivesim/contract/members'
import { organisations } from '@drivesim/contract/organisations'
import { roles } from '@drivesim/contract/roles'

/** Calls whose answers change when a member does. */
export const memberReads = [
  members.list,
  members.detail,
  members.sessions,
  roles.list,
  roles.detail,
  organisations.schoolInfo,
]
