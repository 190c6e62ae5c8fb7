import { home } from '@drivesim/contract/board/home'
import { approvals } from '@drivesim/contract/money/approvals'
import { finance } from '@drivesim/contract/money/finance/finance'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

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
