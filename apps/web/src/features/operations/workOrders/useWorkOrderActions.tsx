import type { WorkOrderInfo, WorkOrderRow } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { ApproveForm } from './ApproveForm.tsx'
import { type HeadAct, headActsOf, type NamedAct, rowActsOf } from './actNames.ts'
import { ClassifyForm } from './ClassifyForm.tsx'
import { CloseForm } from './CloseForm.tsx'
import { subjectOf } from './columns.tsx'
import { PauseForm, PlanForm } from './PlanForms.tsx'
import { ReasonForm } from './ReasonForm.tsx'
import { ReportForm } from './ReportForm.tsx'
import { workOrderReads } from './reads.ts'
import { DispatchForm, ReassignForm } from './SendForms.tsx'
import { useActor } from './useActor.ts'

/** Acts that ask for something first. */
const forms = [
  'dispatch',
  'reassign',
  'reject',
  'sendBack',
  'rework',
  'classify',
  'plan',
  'pause',
  'close',
  'approve',
] as const satisfies readonly HeadAct[]
type FormAct = (typeof forms)[number]
const isForm = (name: HeadAct): name is FormAct => forms.some(form => form === name)

type Dialog = { act: FormAct; order: WorkOrderRow } | { act: 'add' }

export interface WorkOrderActions {
  /** What this person may do to an order of a list. */
  ofRow: (order: WorkOrderRow) => RowAction[]
  /** What they may do on an order's own page. What cannot be done now carries its reason. */
  ofInfo: (order: WorkOrderInfo) => RowAction[]
  /** Does an act, or opens its form. */
  run: (name: HeadAct, order: WorkOrderRow) => void
  report: () => void
  dialogs: ReactNode
}

/** The acts on work orders, the same in the list, on the kanban and on an order's page. */
export function useWorkOrderActions(): WorkOrderActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const actor = useActor()
  const direct = useDirectActs()
  const run = (name: HeadAct, order: WorkOrderRow) =>
    isForm(name) ? open({ act: name, order }) : direct(name, order)
  const pressed = (order: WorkOrderRow, acts: NamedAct[]): RowAction[] =>
    acts.map(({ name, label, reason }) => ({ label, reason, onAct: () => run(name, order) }))
  return {
    ofRow: order => pressed(order, rowActsOf(order, actor)),
    ofInfo: order => pressed(order, headActsOf(order)),
    run,
    report: () => open({ act: 'add' }),
    dialogs: dialog && <Dialogs dialog={dialog} onClosed={() => open(null)} />,
  }
}

/** Acts that need no form. An act that the next press cannot undo asks first. */
function useDirectActs(): (name: Exclude<HeadAct, FormAct>, order: WorkOrderRow) => void {
  const options = { invalidates: workOrderReads }
  const claim = useChange(workOrders.claim, options)
  const accept = useChange(workOrders.accept, options)
  const resume = useChange(workOrders.resume, options)
  const reopen = useChange(workOrders.reopen, options)
  const deviceDown = useChange(workOrders.deviceDown, options)
  const ask = useConfirm()
  const { message } = App.useApp()
  return (name, order) => {
    const { orderId, no } = order
    const what = `${no}，${subjectOf(order)}`
    if (name === 'accept') {
      accept.mutate({ orderId }, { onSuccess: () => void message.success(`已接单 ${no}`) })
      return
    }
    if (name === 'resume') {
      resume.mutate({ orderId }, { onSuccess: () => void message.success(`已恢复 ${no}`) })
      return
    }
    if (name === 'claim') {
      return ask({
        title: `认领工单 ${what}？`,
        consequence: `认领后由您处理，工单进入处理中${order.plannedOn === null ? '，响应时限停止' : ''}。`,
        verb: '认领',
        run: () => claim.mutateAsync({ orderId }),
      })
    }
    if (name === 'reopen') {
      return ask({
        title: `重新打开工单 ${what}？`,
        consequence: '工单回到待派单；关闭期间不计入时限。',
        verb: '重新打开',
        run: () => reopen.mutateAsync({ orderId }),
      })
    }
    const down = !order.badges.includes('deviceDown')
    ask({
      title: down ? `设备停机：${what}？` : `取消停机：${what}？`,
      consequence: down
        ? '设备显示为故障，学员不能使用，直到验收、关闭或取消停机。'
        : '设备不再因本工单显示为故障。',
      verb: down ? '设备停机' : '取消停机',
      danger: down,
      run: () => deviceDown.mutateAsync({ orderId, down }),
    })
  }
}

function Dialogs({ dialog, onClosed }: { dialog: Dialog; onClosed: () => void }) {
  if (dialog.act === 'add') return <ReportForm onClosed={onClosed} />
  const given = { order: dialog.order, onClosed }
  switch (dialog.act) {
    case 'dispatch':
      return <DispatchForm {...given} />
    case 'reassign':
      return <ReassignForm {...given} />
    case 'classify':
      return <ClassifyForm {...given} />
    case 'plan':
      return <PlanForm {...given} />
    case 'pause':
      return <PauseForm {...given} />
    case 'close':
      return <CloseForm {...given} />
    case 'approve':
      return <ApproveForm {...given} />
    case 'reject':
    case 'sendBack':
    case 'rework':
      return <ReasonForm act={dialog.act} {...given} />
  }
}
