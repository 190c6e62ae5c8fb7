import { CheckCircleOutlined, PauseCircleOutlined, StopOutlined } from '@ant-design/icons'
import {
  openMatters,
  type PersonRow,
  personList,
  personStates,
  persons,
} from '@drivesim/contract/privacy/persons'
import { privacyRequestKinds } from '@drivesim/contract/privacy/privacyRequests'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { Reveal } from '../../../parts/Reveal.tsx'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, RowAction } from '../../../ui/list/types.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { PersonFile } from './PersonFile.tsx'
import { AddRequest, AskErasure } from './RequestForms.tsx'
import { privacyReads } from './reads.ts'

const tags = {
  used: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  restricted: { tone: 'warn', icon: <PauseCircleOutlined aria-hidden /> },
  erased: { tone: 'off', icon: <StopOutlined aria-hidden /> },
} as const

const columns = columnsOf(personList, {
  studentName: row => (
    <Link to={`/student/studentDetail?userId=${row.studentId}`} title={row.studentName}>
      {row.studentName}
    </Link>
  ),
  state: row => <StateTag {...tags[row.state]}>{personStates[row.state]}</StateTag>,
  open: row => row.open.map(matter => openMatters[matter]).join('、'),
  waiting: row => row.waiting.map(kind => privacyRequestKinds[kind]).join('、'),
})

const filters: Filter<'paramValue'>[] = [
  { name: 'paramValue', label: '学员', kind: 'text', hint: '完整姓名/手机/尾号/身份证号' },
]

type Dialog = { kind: 'request' | 'file' | 'erase' | 'release' | 'held'; person: PersonRow }

/** Students by the whole of a name, phone or ID number, and what is done with their data. */
export function PersonList() {
  const [dialog, open] = useState<Dialog | null>(null)
  const notHeld = usePlatformOnly('留存的身份信息')
  const of = (person: PersonRow): RowAction[] => {
    if (person.state === 'erased')
      return [
        {
          label: '查看留存身份',
          reason: person.heldUntil === null ? '没有留存该学员的身份信息' : notHeld,
          onAct: () => open({ kind: 'held', person }),
        },
      ]
    return [
      { label: '登记请求', onAct: () => open({ kind: 'request', person }) },
      { label: '导出个人信息', onAct: () => open({ kind: 'file', person }) },
      ...(person.state === 'restricted'
        ? [{ label: '解除限制', onAct: () => open({ kind: 'release', person }) }]
        : []),
      {
        label: '申请删除',
        reason: whyNotErased(person),
        removes: true,
        onAct: () => open({ kind: 'erase', person }),
      },
    ]
  }
  return (
    <>
      <ListPage
        name="persons"
        title="学员的个人信息"
        endpoint={persons.find}
        rowKey={row => row.studentId}
        columns={columns}
        filters={filters}
        actions={of}
        empty={{ title: '输入学员的信息后查找', hint: '用完整的姓名、手机号或身份证号，也可以用手机尾号' }}
      />
      {dialog !== null && <Dialogs {...dialog} onClosed={() => open(null)} />}
    </>
  )
}

function whyNotErased({ open, waiting }: PersonRow): string | null {
  if (waiting.includes('erase')) return '删除申请正在等待批准'
  if (open.length === 0) return null
  return `尚有${open.map(matter => openMatters[matter]).join('、')}，请先办结`
}

function Dialogs({ kind, person, onClosed }: Dialog & { onClosed: () => void }) {
  const { studentId, studentName } = person
  switch (kind) {
    case 'request':
      return <AddRequest person={person} onClosed={onClosed} />
    case 'file':
      return <PersonFile person={person} onClosed={onClosed} />
    case 'erase':
      return <AskErasure person={person} onClosed={onClosed} />
    case 'release':
      return (
        <ReasonForm
          endpoint={persons.release}
          of={{ studentId }}
          reads={privacyReads}
          title={`解除“${studentName}”的限制处理`}
          verb="解除限制"
          consequence="解除后可以修改该学员的资料、向其销售、为其报名。请先确认本人重新同意。"
          onClosed={onClosed}
        />
      )
    case 'held':
      return (
        <Reveal
          what="留存身份"
          name={studentName}
          endpoint={persons.held}
          of={{ studentId }}
          words={{ name: '姓名', phone: '手机号', idNumber: '身份证号' }}
          onClosed={onClosed}
        />
      )
  }
}
