import { type OpsOrganRow, opsFigures, opsOrganList } from '@drivesim/contract/operations/opsFigures'
import { Link } from 'react-router'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { type FigureFilter, hourWords, ordersLink, rateWords, submittedLink } from './figureFilter.ts'

/** The figures of each organisation. */
export function ByOrgan({ filter }: { filter: FigureFilter }) {
  const { organId, beginDate, endDate } = filter
  const submitted = (row: OpsOrganRow, more = {}) =>
    submittedLink(filter, { organId: row.organId, organAlone: 'yes', ...more })
  const broken = (row: OpsOrganRow, value: number | null) =>
    value === null ? null : <Link to={submitted(row, { countedAs: 'failure' })}>{hourWords(value)}</Link>
  const columns = columnsOf(opsOrganList, {
    open: (row, shown) => (
      <Link to={ordersLink({ organId: row.organId, organAlone: 'yes', show: 'open' })}>{shown}</Link>
    ),
    submitted: (row, shown) => <Link to={submitted(row)}>{shown}</Link>,
    failures: (row, shown) => <Link to={submitted(row, { countedAs: 'failure' })}>{shown}</Link>,
    mtbf: row => broken(row, row.mtbfHours),
    mttr: row => broken(row, row.mttrHours),
    availability: row => rateWords(row.availability),
    onTimeRate: row =>
      row.onTimeRate === null ? null : (
        <Link to={submitted(row, { countedAs: 'timed' })}>{rateWords(row.onTimeRate)}</Link>
      ),
    cost: (row, shown) => <Link to={submitted(row)}>{shown}</Link>,
  })
  return (
    <Panel title="各机构">
      <ListPage
        name="opsByOrgan"
        title="各机构运维指标"
        embedded="organs"
        endpoint={opsFigures.byOrgan}
        fixed={{ beginDate, endDate, ...(organId !== undefined && { organId }) }}
        rowKey={row => row.organId}
        columns={columns}
        empty={{ title: '所选时间内没有数据', hint: '请换一个日期范围' }}
      />
    </Panel>
  )
}
