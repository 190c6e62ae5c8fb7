import {
  type ApprovalRow,
  type ApprovalView,
  approvalKinds,
  approvalList,
  approvalStates,
  approvals,
  approvalViews,
} from '@drivesim/contract/money/approvals'
import { useState } from 'react'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { dayControl } from '../../../ui/list/dayControl.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, SelectedRows } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { PageTabs } from '../../../ui/PageTabs.tsx'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { ApprovalDrawer } from './ApprovalDrawer.tsx'
import { SelectedApprovals } from './SelectedApprovals.tsx'
import { ApprovalTag } from './tags.tsx'

const columns = (open: (id: number) => void) =>
  columnsOf(approvalList, {
    title: row => (
      <OpenButton title={row.title} onOpen={() => open(row.approvalId)}>
        {row.title}
      </OpenButton>
    ),
    state: row => <ApprovalTag state={row.state} />,
  })

type Name = 'paramValue' | 'kind' | 'state' | 'beginDate' | 'endDate'
const kindFilter: Filter<Name> = {
  name: 'kind',
  label: '类型',
  kind: 'select',
  options: optionsOf(approvalKinds),
}
const textFilter: Filter<Name> = {
  name: 'paramValue',
  label: '申请',
  kind: 'text',
  hint: '驾校名称或说明的一部分',
}
const filters: Filter<Name>[] = [
  textFilter,
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(approvalStates) },
  kindFilter,
  {
    name: 'beginDate',
    label: '提交日期从',
    kind: 'date',
    more: true,
    render: dayControl,
    range: { until: 'endDate', of: 'days' },
  },
  { name: 'endDate', label: '提交日期到', kind: 'date', more: true, render: dayControl },
]

const empties: Readonly<Record<ApprovalView, { title: string; hint: string }>> = {
  mine: { title: '没有等您审批的申请', hint: '别人提交的付款、调整单、收款账户、限额和退款会出现在这里' },
  asked: { title: '您还没有提交过申请', hint: '超过限额的付款和调整单、收款账户的变更会出现在这里' },
  all: { title: '还没有申请', hint: '超过限额的付款和调整单、收款账户的变更会出现在这里' },
}

/** 审批: what waits for the reader's word, what they asked for, and all of it. */
export default function ApprovalPage() {
  const [opened, open] = useState<number | null>(null)
  useAddressId('approvalId', open)
  const list = (view: ApprovalView) => (
    <ListPage
      name="approvals"
      title="审批"
      endpoint={approvals.list}
      exportEndpoint={approvals.export}
      rowKey={row => row.approvalId}
      // What waits has one state, and nobody who decided.
      columns={columns(open).filter(({ key }) => view !== 'mine' || (key !== 'state' && key !== 'decidedBy'))}
      filters={view === 'mine' ? [textFilter, kindFilter] : filters}
      fixed={{ view }}
      {...(view === 'mine' && {
        actsOnAll: true,
        least: 20 as const,
        selected: (selected: SelectedRows<ApprovalRow>, clear: () => void) => (
          <SelectedApprovals selected={selected} onDone={clear} />
        ),
      })}
      empty={empties[view]}
    />
  )
  return (
    <>
      <PageTabs
        label="待我审批、我提交的或全部申请"
        tabs={[
          { name: 'mine', title: approvalViews.mine, content: list('mine') },
          { name: 'asked', title: approvalViews.asked, content: list('asked') },
          { name: 'all', title: approvalViews.all, content: list('all') },
        ]}
      />
      {opened !== null && <ApprovalDrawer key={opened} approvalId={opened} onClosed={() => open(null)} />}
    </>
  )
}
