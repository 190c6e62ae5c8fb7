import { members } from '@drivesim/contract/people/members'
import { roles } from '@drivesim/contract/people/roles'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls to read again when a member changes. */
export const memberReads = [
  members.list,
  members.info,
  members.sessions,
  roles.list,
  roles.info,
  organisations.schoolInfo,
]
