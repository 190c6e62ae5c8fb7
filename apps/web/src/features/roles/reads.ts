import { members } from '@drivesim/contract/members'
import { roles } from '@drivesim/contract/roles'

/** Calls whose answers change when a role does. */
export const roleReads = [roles.list, roles.detail, roles.brief, members.list, members.detail]
