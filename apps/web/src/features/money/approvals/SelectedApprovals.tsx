import { type ApprovalRow, approvalBulk, approvalKinds } from '@drivesim/contract/money/approvals'
import { Button } from 'antd'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { money, number } from '../../../ui/format.ts'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { approvalReads } from './reads.ts'

interface Props {
  selected: SelectedRows<ApprovalRow>
  /** What is chosen is dealt with. */
  onDone: () => void
}

/** 同意 of many requests that wait for the reader. */
export function SelectedApprovals({ selected, onDone }: Props) {
  const bulk = useBulk(approvalReads)
  const approve = () =>
    bulk.ask({
      kind: approvalBulk.approve,
      selection: selectionOf(selected, ({ approvalId }) => approvalId),
      input: { reason: null },
      verb: many => `同意 ${many} 项申请`,
      consequence: `${selected.filter === null ? `${whatOf(selected.rows)}。` : ''}同意后各按申请办理；金额或账户已变化的、您自己提交的会列为失败。`,
      onStarted: onDone,
    })
  return (
    <Button type="primary" onClick={approve}>
      同意
    </Button>
  )
}

/** What is chosen, kind by kind with what moves: `付款申请 12 项 ¥8,400.00`. */
function whatOf(rows: readonly ApprovalRow[]): string {
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  return kinds
    .map(kind => {
      const own = rows.filter(row => row.kind === kind)
      const sum = own.reduce((all, { amount }) => all + (amount ?? 0), 0)
      return `${approvalKinds[kind]} ${number(own.length)} 项${sum > 0 ? ` ${money(sum)}` : ''}`
    })
    .join('，')
}
