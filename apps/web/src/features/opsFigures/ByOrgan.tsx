import { type OpsOrganRow, opsFigures } from '@drivesim/contract/opsFigures'
import { Link } from 'react-router'
import { money, number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column } from '../../ui/list/types.ts'
import { Panel } from '../../ui/PageHead.tsx'
import { type Asked, hours, ordersLink, rate, submittedLink } from './asked.ts'

/** The figures of each organisation. */
export function ByOrgan({ asked }: { asked: Asked }) {
  const { organId, beginDate, endDate } = asked
  const submitted = (row: OpsOrganRow, more = {}) =>
    submittedLink(asked, { organId: row.organId, organAlone: 'yes', ...more })
  const broken = (row: OpsOrganRow, value: number | null) =>
    value === null ? null : <Link to={submitted(row, { countedAs: 'failure' })}>{hours(value)}</Link>
  const columns: readonly Column<OpsOrganRow>[] = [
    {
      key: 'organName',
      title: '机构',
      clip: 220,
      render: row => row.organName,
    },
    {
      key: 'open',
      title: '未完结',
      numeric: true,
      render: row => (
        <Link to={ordersLink({ organId: row.organId, organAlone: 'yes', show: 'open' })}>
          {number(row.open)}
        </Link>
      ),
    },
    {
      key: 'submitted',
      title: '提交完工',
      numeric: true,
      render: row => <Link to={submitted(row)}>{number(row.submitted)}</Link>,
    },
    {
      key: 'failures',
      title: '故障',
      numeric: true,
      render: row => <Link to={submitted(row, { countedAs: 'failure' })}>{number(row.failures)}</Link>,
    },
    { key: 'mtbf', title: '平均无故障时间', numeric: true, render: row => broken(row, row.mtbfHours) },
    { key: 'mttr', title: '平均修复时间', numeric: true, render: row => broken(row, row.mttrHours) },
    { key: 'availability', title: '可用率', numeric: true, render: row => rate(row.availability) },
    {
      key: 'onTimeRate',
      title: '及时率',
      numeric: true,
      render: row =>
        row.onTimeRate === null ? null : (
          <Link to={submitted(row, { countedAs: 'timed' })}>{rate(row.onTimeRate)}</Link>
        ),
    },
    {
      key: 'cost',
      title: '维修费用',
      numeric: true,
      render: row => <Link to={submitted(row)}>{money(row.cost)}</Link>,
    },
  ]
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
