import { members } from '@drivesim/contract/people/members'
import { roles } from '@drivesim/contract/people/roles'

/** Calls to read again when a role changes. */
export const roleReads = [roles.list, roles.info, roles.brief, members.list, members.info]
