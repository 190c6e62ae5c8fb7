import { home } from '@drivesim/contract/board/home'
import { approvals } from '@drivesim/contract/money/approvals'
import { contracts } from '@drivesim/contract/money/contracts/contracts'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls to read again when a contract changes. */
export const contractReads = [
  contracts.list,
  contracts.timeline,
  contracts.info,
  contracts.ofOrganisation,
  organisations.usage,
  organisations.schoolInfo,
  approvals.list,
  home.todos,
]
