import { CheckCircleOutlined, ExclamationCircleOutlined, StopOutlined } from '@ant-design/icons'
import { enrolmentStates } from '@drivesim/contract/people/students/studentShapes'
import { consentBases } from '@drivesim/contract/privacy/consentShapes'
import { type ConsentRow, consentList, consentStates, consents } from '@drivesim/contract/privacy/consents'
import { privacyErrors } from '@drivesim/contract/privacy/privacyErrors'
import { privacyNotices } from '@drivesim/contract/privacy/privacyNotices'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, RowAction } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { Notices } from './Notices.tsx'
import { RecordConsent } from './RecordConsent.tsx'
import { privacyReads } from './reads.ts'

const tags = {
  given: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'off', icon: <StopOutlined aria-hidden /> },
  missing: { tone: 'warn', icon: <ExclamationCircleOutlined aria-hidden /> },
} as const

/** Pixels of the tabs and of the notice's head. */
const headHeight = 160

const columns = columnsOf(consentList, {
  studentName: row => (
    <Link to={`/student/studentDetail?userId=${row.studentId}`} title={row.studentName}>
      {row.studentName}
    </Link>
  ),
  state: row => <StateTag {...tags[row.state]}>{consentStates[row.state]}</StateTag>,
})

/** What is handled on a contract or on a law does not end by taking a consent back. */
const notWithdrawn = ({ consentBasis }: ConsentRow): string | null =>
  consentBasis === null || consentBasis === 'consent'
    ? null
    : privacyErrors.consentNotBasis.sentence(consentBases[consentBasis])

/** 告知与同意: the notice, and what students agreed to. */
export function ConsentTab() {
  const [dialog, open] = useState<{ act: 'record' | 'withdraw'; row: ConsentRow } | null>(null)
  const published = useQuery(query(privacyNotices.list, undefined, { quiet: true })).data?.notices
  const close = () => open(null)
  const of = (row: ConsentRow): RowAction[] => [
    {
      label: '登记同意',
      reason: row.notRecorded ?? (published?.length === 0 ? '还没有告知书，请先发布' : null),
      onAct: () => open({ act: 'record', row }),
    },
    ...(row.state === 'given' && row.notRecorded === null
      ? [
          {
            label: '撤回同意',
            removes: true as const,
            reason: notWithdrawn(row),
            onAct: () => open({ act: 'withdraw', row }),
          },
        ]
      : []),
  ]
  const filters: Filter<'paramValue' | 'state' | 'enrolment' | 'noticeVersion'>[] = [
    { name: 'paramValue', label: '学员', kind: 'text', hint: '姓名/手机/尾号' },
    { name: 'state', label: '同意状态', kind: 'select', options: optionsOf(consentStates) },
    { name: 'enrolment', label: '学籍', kind: 'select', options: optionsOf(enrolmentStates) },
    {
      name: 'noticeVersion',
      label: '告知书版本',
      kind: 'select',
      options: (published ?? []).map(({ noticeVersion }) => ({
        value: String(noticeVersion),
        label: `第 ${noticeVersion} 版`,
      })),
    },
  ]
  return (
    <div className="ui-page">
      <Notices />
      <ListPage
        name="consents"
        embedded="consents"
        above={headHeight}
        title="告知同意"
        endpoint={consents.list}
        exportEndpoint={consents.export}
        rowKey={row => row.studentId}
        columns={columns}
        filters={filters}
        actions={of}
        empty={{ title: '还没有学员', hint: '新增或导入学员后，在这里看到他们同意了哪一版告知书' }}
      />
      {dialog?.act === 'record' && <RecordConsent row={dialog.row} onClosed={close} />}
      {dialog?.act === 'withdraw' && (
        <ReasonForm
          endpoint={consents.withdraw}
          of={{ studentId: dialog.row.studentId }}
          reads={privacyReads}
          title={`撤回“${dialog.row.studentName}”的同意`}
          verb="撤回同意"
          consequence="撤回后不能再修改该学员的资料，也不能向其销售或为其报名，直到解除限制；退学、退款和训练记录照常。"
          onClosed={close}
        />
      )}
    </div>
  )
}
