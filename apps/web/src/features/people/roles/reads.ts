import { members } from '@drivesim/contract/people/members'
import { roles } from '@drivesim/contract/people/roles'

/** Calls whose answers change when a role does. */
export const roleReads = [roles.list, roles.info, roles.brief, members.list, members.info]
