import { type BillRow, billMachine } from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { ConfirmForm } from './CheckForms.tsx'
import { AdjustForm, CloseForm, InvoiceForm } from './KeepForms.tsx'
import { OffsetForm, PaymentForm } from './PayForms.tsx'
import { RequestForm } from './RequestForm.tsx'
import { billReads } from './reads.ts'
import { AnswerForm, ObjectForm, RemarkForm } from './ThreadForms.tsx'
import { useBillRights } from './useBillRights.ts'
import { deemedWords, owedWords } from './words.ts'

type Dialog =
  | {
      kind:
        | 'confirm'
        | 'object'
        | 'remark'
        | 'answer'
        | 'request'
        | 'payment'
        | 'offset'
        | 'invoice'
        | 'adjust'
      bill: BillRow
    }
  | { kind: 'adjustAny' | 'close' }

interface BillActions {
  /** What this person may do to a bill now; the states follow one another, so that what is closed is left out. */
  of: (bill: BillRow) => RowAction[]
  adjust: () => void
  close: () => void
  dialogs: ReactNode
}

export function useBillActions(): BillActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const { checks, keeps, ofPlatform } = useBillRights()
  const confirm = useChange(bills.confirm, { invalidates: billReads })
  const withdraw = useChange(bills.withdraw, { invalidates: billReads })
  const settle = useChange(bills.settle, { invalidates: billReads })
  const ask = useConfirm()

  const confirmOwn = ({ billId, version, no, net }: BillRow) =>
    ask({
      title: `确认账单 ${no}？`,
      consequence: `确认后按净额结算：${owedWords(net)}。期末代收未用一并确认，确认后不能再提异议。`,
      verb: '确认账单',
      run: () => confirm.mutateAsync({ billId, version }),
    })
  const withdrawIt = ({ billId, version, no, deemedOn }: BillRow) =>
    ask({
      title: `撤回对 ${no} 的异议？`,
      consequence: `撤回后账单回到待对账，可以确认，也可以再次提出异议。${deemedWords(deemedOn)}`,
      verb: '撤回异议',
      run: () => withdraw.mutateAsync({ billId, version }),
    })
  const settleIt = ({ billId, version, no, net, dueOn }: BillRow) =>
    ask({
      title: `${no} 转结算？`,
      consequence: `${owedWords(net)}，到期日 ${dueOn}。转结算后登记收付款。`,
      verb: '转结算',
      run: () => settle.mutateAsync({ billId, version }),
    })

  const of = (bill: BillRow): RowAction[] => {
    const act = (name: keyof typeof billMachine.actions, may: boolean, onAct: () => void): RowAction[] =>
      may && billMachine.may(name, bill.state) ? [{ label: billMachine.actions[name].label, onAct }] : []
    return [
      ...act('confirm', checks && ofPlatform !== null, () =>
        ofPlatform ? open({ kind: 'confirm', bill }) : confirmOwn(bill),
      ),
      ...act('object', checks && ofPlatform === false, () => open({ kind: 'object', bill })),
      ...act('answer', keeps, () => open({ kind: 'answer', bill })),
      ...act('remark', ofPlatform === false ? checks : keeps, () => open({ kind: 'remark', bill })),
      ...act('withdraw', checks && ofPlatform === false, () => withdrawIt(bill)),
      ...act('settle', keeps, () => settleIt(bill)),
      ...act('receive', keeps, () => open({ kind: 'payment', bill })),
      ...(keeps && billMachine.may('pay', bill.state)
        ? [{ label: '申请付款', onAct: () => open({ kind: 'request', bill }) }]
        : []),
      ...act('pay', keeps, () => open({ kind: 'payment', bill })),
      ...act('offset', keeps, () => open({ kind: 'offset', bill })),
      ...act('invoice', keeps, () => open({ kind: 'invoice', bill })),
      ...(keeps ? [{ label: '调整', onAct: () => open({ kind: 'adjust', bill }) }] : []),
    ]
  }
  return {
    of,
    adjust: () => open({ kind: 'adjustAny' }),
    close: () => open({ kind: 'close' }),
    dialogs: dialog && <Dialogs dialog={dialog} onClosed={() => open(null)} />,
  }
}

function Dialogs({ dialog, onClosed }: { dialog: Dialog; onClosed: () => void }) {
  switch (dialog.kind) {
    case 'confirm':
      return <ConfirmForm bill={dialog.bill} onClosed={onClosed} />
    case 'object':
      return <ObjectForm bill={dialog.bill} onClosed={onClosed} />
    case 'remark':
      return <RemarkForm bill={dialog.bill} onClosed={onClosed} />
    case 'answer':
      return <AnswerForm bill={dialog.bill} onClosed={onClosed} />
    case 'payment':
      return <PaymentForm bill={dialog.bill} onClosed={onClosed} />
    case 'request':
      return <RequestForm bill={dialog.bill} onClosed={onClosed} />
    case 'offset':
      return <OffsetForm bill={dialog.bill} onClosed={onClosed} />
    case 'invoice':
      return <InvoiceForm bill={dialog.bill} onClosed={onClosed} />
    case 'adjust':
      return <AdjustForm bill={dialog.bill} onClosed={onClosed} />
    case 'adjustAny':
      return <AdjustForm onClosed={onClosed} />
    case 'close':
      return <CloseForm onClosed={onClosed} />
  }
}
