import { approvals } from '@drivesim/contract/approvals'
import { finance } from '@drivesim/contract/finance'
import { home } from '@drivesim/contract/home'
import { organisations } from '@drivesim/contract/organisations'

/** Calls whose answers change when a contract does. */
export const contractReads = [
  finance.contracts,
  finance.timeline,
  finance.contract,
  finance.ofOrganisation,
  organisations.usage,
  organisations.schoolInfo,
  approvals.list,
  home.todos,
]
