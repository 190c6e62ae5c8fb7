import { type ContractRow, contractMachine } from '@drivesim/contract/money/contracts/contractShapes'
import { type ReactNode, useState } from 'react'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { useCan } from '../../../ui/Can.tsx'
import { actionOf } from '../../../ui/list/actionOf.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { ContractDrawer } from './ContractDrawer.tsx'
import { AddContract, EditContract, RenewContract } from './ContractForm.tsx'
import { DepositDrawer } from './DepositDrawer.tsx'
import { TerminateForm, VoidForm } from './EndForms.tsx'

type Dialog =
  | { kind: 'add'; schoolId: number | undefined }
  | { kind: 'show' | 'deposit'; contractId: number }
  | { kind: 'renew' | 'modify' | 'terminate' | 'void'; contract: ContractRow }

interface ContractActions {
  of: (contract: ContractRow) => RowAction[]
  /** A new one, of a school where it is known. */
  add: (schoolId: number | undefined) => void
  show: (contractId: number) => void
  /** Whether the person has any of the acts. */
  mayEdit: boolean
  /** Why this person cannot change contracts; undefined while that is not known yet. */
  reason: string | null | undefined
  dialogs: ReactNode
}

/** What may be done to a contract, by the contract's machine. */
export function useContractActions(): ContractActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const mayEdit = useCan('finance:edit')
  const reason = usePlatformOnly('合同')

  const of = (contract: ContractRow): RowAction[] => {
    const { state, contractId } = contract
    const act = (kind: 'renew' | 'modify' | 'terminate' | 'void'): RowAction => {
      const { label, reason: closed } = actionOf(contractMachine, kind, state)
      return { label, reason: reason ?? closed, onAct: () => open({ kind, contract }) }
    }
    const deposit: RowAction = { label: '押金', reason, onAct: () => open({ kind: 'deposit', contractId }) }
    // What was voided stays so; its deposit may still have to go back.
    if (state === 'void') return [deposit]
    const renew = contract.last ? [act('renew')] : []
    return [...renew, act('modify'), deposit, act('terminate'), { ...act('void'), removes: true }]
  }
  const dialogs = dialog && <Dialogs dialog={dialog} onClosed={() => open(null)} />
  return {
    of,
    add: schoolId => open({ kind: 'add', schoolId }),
    show: contractId => open({ kind: 'show', contractId }),
    mayEdit,
    reason,
    dialogs,
  }
}

function Dialogs({ dialog, onClosed }: { dialog: Dialog; onClosed: () => void }) {
  switch (dialog.kind) {
    case 'add':
      return <AddContract schoolId={dialog.schoolId} onClosed={onClosed} />
    case 'show':
      return <ContractDrawer contractId={dialog.contractId} onClosed={onClosed} />
    case 'deposit':
      return <DepositDrawer contractId={dialog.contractId} onClosed={onClosed} />
    case 'renew':
      return <RenewContract contract={dialog.contract} onClosed={onClosed} />
    case 'modify':
      return <EditContract contract={dialog.contract} onClosed={onClosed} />
    case 'terminate':
      return <TerminateForm contract={dialog.contract} onClosed={onClosed} />
    case 'void':
      return <VoidForm contract={dialog.contract} onClosed={onClosed} />
  }
}
