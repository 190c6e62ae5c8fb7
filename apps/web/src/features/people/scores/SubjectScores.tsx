import { WarningOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import { scores } from '@drivesim/contract/people/scores'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { type Scores, type Subject, subjectColumns } from '../../../parts/subjectColumns.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { number, pointsFrom } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { isFarBelow } from './farBelow.ts'

type Mistake = DataOf<typeof scores.subSubjectErrors>[number]

const againstSchool: Column<Subject> = {
  key: 'againstSchool',
  title: '与本校相比',
  render: row => <AgainstSchool subject={row} />,
}

/** What is far below the school stands out; the rest is said as it is. */
function AgainstSchool({ subject }: { subject: Subject }) {
  const { passRate, schoolPassRate } = subject
  if (passRate === null || schoolPassRate === null) return <span className="ui-quiet">—</span>
  const { figure } = pointsFrom(schoolPassRate * 100, passRate * 100)
  if (!isFarBelow(subject)) return <span className="ui-digits">{figure}</span>
  return (
    <StateTag tone="warn" icon={<WarningOutlined aria-hidden />}>
      远低于本校 {figure}
    </StateTag>
  )
}

/** 成绩 by sub-subject; each opens the errors made in it. */
export function SubjectScores({ userId, subjects }: { userId: number; subjects: Scores['subjects'] }) {
  const [opened, open] = useState<Subject | null>(null)
  const errors: Column<Subject> = {
    key: 'errors',
    title: '错误',
    render: row => <OpenButton onOpen={() => open(row)}>查看错误</OpenButton>,
  }
  return (
    <Panel title="成绩">
      <RecordTable
        title="成绩"
        rows={subjects}
        rowKey={row => row.subSubjectId}
        columns={[...subjectColumns, againstSchool, errors]}
        empty="还没有成绩，学员完成训练后会出现在这里。"
      />
      {opened !== null && (
        <ReadDrawer title={`${opened.subSubject}的错误`} onClosed={() => open(null)}>
          <Mistakes userId={userId} subSubjectId={opened.subSubjectId} />
        </ReadDrawer>
      )}
    </Panel>
  )
}

const mistakeColumns: Column<Mistake>[] = [
  { key: 'text', title: '错误', render: row => row.text },
  { key: 'points', title: '扣分', numeric: true, render: row => row.points },
  { key: 'times', title: '次数', numeric: true, render: row => number(row.times) },
  { key: 'lastAt', title: '最近一次', render: row => <DateTime at={row.lastAt} /> },
]

function Mistakes({ userId, subSubjectId }: { userId: number; subSubjectId: number }) {
  const mistakes = useQuery(
    query(scores.subSubjectErrors, { recordsTab: 2, subSubjectId, userId }, { quiet: true }),
  )
  if (mistakes.error !== null) {
    return <ErrorState error={mistakes.error} onRetry={() => void mistakes.refetch()} />
  }
  if (mistakes.data === undefined) return <BlockSkeleton height={160} />
  return (
    <RecordTable
      title="错误"
      rows={mistakes.data}
      rowKey={row => `${row.text} ${row.points}`}
      columns={mistakeColumns}
      empty="这个子科目里还没有扣过分。"
    />
  )
}
