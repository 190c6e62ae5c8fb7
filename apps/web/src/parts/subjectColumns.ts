import type { DataOf } from '@drivesim/contract/endpoint'
import type { students } from '@drivesim/contract/people/students/students'
import { number, percent } from '../ui/format.ts'
import type { Column } from '../ui/list/types.ts'

/** How a student does: by sub-subject, by month, by day. */
export type Scores = NonNullable<DataOf<typeof students.info>['scores']>
export type Subject = Scores['subjects'][number]

const rate = (value: number | null) => (value === null ? null : percent(value * 100))

/** What a sub-subject's scores say, on the screen and on paper. */
export const subjectColumns: readonly Column<Subject>[] = [
  { key: 'subSubject', title: '子科目', render: row => row.subSubject },
  { key: 'subject', title: '科目', render: row => row.subject },
  { key: 'times', title: '训练次数', numeric: true, render: row => number(row.times) },
  { key: 'lastScore', title: '最近得分', numeric: true, render: row => row.lastScore },
  { key: 'bestScore', title: '最高得分', numeric: true, render: row => row.bestScore },
  { key: 'passRate', title: '合格率', numeric: true, render: row => rate(row.passRate) },
  { key: 'schoolPassRate', title: '本校合格率', numeric: true, render: row => rate(row.schoolPassRate) },
]
