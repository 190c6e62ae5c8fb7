import { type BoardFigure, boardFigures } from '@drivesim/contract/board/dashboard/boardFigures'
import { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import { type FactRow, factLists, pointOf } from '@drivesim/contract/board/dashboard/dashboardShapes'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { inWords } from '../../../parts/figureWords.ts'
import { OrderNumber } from '../../../parts/OrderNumber.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { rangeOf } from './reads.ts'
import type { View } from './view.ts'

type Rows = (typeof boardFigures)[BoardFigure]['rows']

const personCells = {
  student: ({ studentId, studentName }: FactRow) =>
    studentId === null ? (
      (studentName ?? '未登记学员')
    ) : (
      <Link to={`/student/studentDetail?userId=${studentId}`}>{studentName}</Link>
    ),
  phone: ({ studentPhone }: FactRow) => <span className="ui-digits">{studentPhone}</span>,
  school: ({ schoolName }: FactRow) => schoolName,
  organ: pointOf,
}
/** What says an order aloud leads to its own page. */
const orderCells = { ...personCells, no: ({ no }: FactRow) => no && <OrderNumber no={no} /> }

const columns: Readonly<Record<Rows, readonly Column<FactRow>[]>> = {
  student: columnsOf(factLists.student, personCells),
  person: columnsOf(factLists.person, personCells),
  recharge: columnsOf(factLists.recharge, orderCells),
  course: columnsOf(factLists.course, orderCells),
  income: columnsOf(factLists.income, orderCells),
  session: columnsOf(factLists.session, personCells),
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
      columns={columns[rows]}
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
