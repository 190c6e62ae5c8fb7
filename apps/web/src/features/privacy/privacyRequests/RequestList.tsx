import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import {
  type PrivacyRequest,
  privacyRequestKinds,
  privacyRequestList,
  privacyRequestStates,
  privacyRequests,
} from '@drivesim/contract/privacy/privacyRequests'
import { useState } from 'react'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, RowAction } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { Decide } from './RequestForms.tsx'

const tags = {
  waiting: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  done: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  refused: { tone: 'off', icon: <StopOutlined aria-hidden /> },
} as const

const columns = columnsOf(privacyRequestList, {
  state: row =>
    row.late ? (
      <StateTag tone="bad" icon={<ExclamationCircleOutlined aria-hidden />}>
        待办理，已逾期
      </StateTag>
    ) : (
      <StateTag {...tags[row.state]}>{privacyRequestStates[row.state]}</StateTag>
    ),
})

const filters: Filter<'paramValue' | 'kind' | 'state'>[] = [
  { name: 'paramValue', label: '学员', kind: 'text', hint: '姓名/手机/尾号' },
  { name: 'kind', label: '请求', kind: 'select', options: optionsOf(privacyRequestKinds) },
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(privacyRequestStates) },
]

/** What people ask about their data, and how it was answered. */
export function RequestList() {
  const [deciding, decide] = useState<{ request: PrivacyRequest; accept: boolean } | null>(null)
  const of = (request: PrivacyRequest): RowAction[] =>
    request.state === 'waiting'
      ? [
          {
            label: request.kind === 'erase' ? '批准删除' : '办结',
            reason: request.notDecided,
            onAct: () => decide({ request, accept: true }),
          },
          { label: '拒绝', onAct: () => decide({ request, accept: false }) },
        ]
      : []
  return (
    <>
      <ListPage
        name="privacyRequests"
        title="权利请求"
        endpoint={privacyRequests.list}
        exportEndpoint={privacyRequests.export}
        rowKey={row => row.requestId}
        columns={columns}
        filters={filters}
        actions={of}
        empty={{
          title: '还没有权利请求',
          hint: '学员提出查阅、更正、删除等请求时，在“查找学员”里登记；须在 15 个工作日内答复',
        }}
      />
      {deciding !== null && <Decide {...deciding} onClosed={() => decide(null)} />}
    </>
  )
}
