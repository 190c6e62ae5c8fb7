import { type BoardFigure, boardFigures } from '@drivesim/contract/boardFigures'
import { dashboard } from '@drivesim/contract/dashboard'
import type { FactRow } from '@drivesim/contract/dashboardShapes'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { inWords } from '../../parts/figureWords.ts'
import { OrderNumber } from '../../parts/OrderNumber.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { duration, money } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column } from '../../ui/list/types.ts'
import { rangeOf } from './reads.ts'
import type { View } from './view.ts'

type Rows = (typeof boardFigures)[BoardFigure]['rows']

const student: Column<FactRow> = {
  key: 'student',
  title: '学员',
  render: ({ studentId, studentName }) =>
    studentId === null ? (
      (studentName ?? '未登记学员')
    ) : (
      <Link to={`/student/studentDetail?userId=${studentId}`}>{studentName}</Link>
    ),
}
const phone: Column<FactRow> = {
  key: 'phone',
  title: '手机号',
  render: ({ studentPhone }) => <span className="ui-digits">{studentPhone}</span>,
}
const school: Column<FactRow> = { key: 'school', title: '驾校', clip: 200, render: row => row.schoolName }
const place: Column<FactRow> = {
  key: 'organ',
  title: '服务点',
  clip: 160,
  render: ({ organId, schoolId, organName }) => (organId === schoolId ? null : organName),
}
const at = (title: string): Column<FactRow> => ({ key: 'at', title, render: row => <DateTime at={row.at} /> })
const amount: Column<FactRow> = {
  key: 'amount',
  title: '金额',
  numeric: true,
  render: row => (row.amount === null ? null : money(row.amount)),
}
const what = (title: string): Column<FactRow> => ({ key: 'what', title, clip: 220, render: row => row.what })
const no: Column<FactRow> = {
  key: 'no',
  title: '单号',
  render: row => row.no && <OrderNumber no={row.no} />,
}

/** What a list shows, by what its rows are; what says it aloud leads to its own page. */
const columnsOf: Readonly<Record<Rows, readonly Column<FactRow>[]>> = {
  student: [student, phone, school, place, at('报名时间'), what('车型')],
  person: [
    student,
    phone,
    school,
    { key: 'day', title: '首次日期', render: row => <span className="ui-digits">{row.day}</span> },
  ],
  recharge: [no, student, phone, school, place, amount, at('支付时间')],
  course: [no, student, phone, school, place, what('课程'), amount, at('支付时间')],
  income: [no, student, phone, school, place, what('内容'), amount, at('入账时间')],
  session: [
    student,
    phone,
    school,
    place,
    what('训练内容'),
    {
      key: 'seconds',
      title: '时长',
      numeric: true,
      render: row => (row.seconds === null ? null : duration(row.seconds)),
    },
    at('开始时间'),
  ],
}

interface Props {
  view: View
  figure: BoardFigure
  empty: string
  /** Pixels of the page above it. */
  above: number
}

/** 名单: the facts or persons that a figure counts. */
export function FactList({ view, figure, empty, above }: Props): ReactNode {
  const { rows, label, unit } = boardFigures[figure]
  const { organId, ...range } = rangeOf(view)
  const { area } = view
  return (
    <ListPage
      // Columns are remembered by what the rows are.
      name={`facts.${rows}`}
      title={`${label}名单`}
      endpoint={dashboard.people}
      rowKey={row => row.key}
      columns={columnsOf[rows]}
      fixed={{
        ...range,
        figure,
        ...(organId !== undefined && { organId }),
        ...(area !== undefined && { area }),
      }}
      exportEndpoint={dashboard.export}
      embedded="list"
      above={above}
      sums={sum => [['合计', inWords(unit, sum)]]}
      empty={{ title: '所选时间内没有数据', hint: empty }}
    />
  )
}
