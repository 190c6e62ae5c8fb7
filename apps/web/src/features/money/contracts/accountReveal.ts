import type { ContractRow } from '@drivesim/contract/money/contracts/contractShapes'
import { contracts } from '@drivesim/contract/money/contracts/contracts'

/** The account of a contract in full: the one that is paid to, and the one that the contract names where that is another. */
export const accountReveal = ({
  schoolName,
  contractId,
  accountToCome,
}: Pick<ContractRow, 'schoolName' | 'contractId' | 'accountToCome'>) => ({
  name: schoolName,
  endpoint: contracts.revealAccount,
  of: { contractId },
  words: { account: '收款账户', ...(accountToCome && { bank: '新的收款账户' }) },
})
