import { AccountBookOutlined, PlusOutlined } from '@ant-design/icons'
import { billList } from '@drivesim/contract/money/bills/billLists'
import { type BillRow, billStates } from '@drivesim/contract/money/bills/billShapes'
import { billDues, billSides, bills } from '@drivesim/contract/money/bills/bills'
import type { ListName } from '@drivesim/contract/tools/views'
import { Button } from 'antd'
import { Link } from 'react-router'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { monthControl } from '../../../ui/form/MonthPicker.tsx'
import { money } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, SelectedRows } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { SelectedBills } from './SelectedBills.tsx'
import { BillTags } from './tags.tsx'
import { useBillActions } from './useBillActions.tsx'
import { useBillRights } from './useBillRights.ts'
import { leftOf, owedWords } from './words.ts'

const columns = columnsOf(billList, {
  no: row => (
    <Link className="ui-digits" to={`/finacial/statement?billId=${row.billId}`}>
      {row.no}
    </Link>
  ),
  state: row => <BillTags {...row} />,
  net: row => owedWords(row.net),
  paid: row => money(Math.abs(row.paid)),
  left: row => money(leftOf(row)),
})

/** Of what schools owe, what is paid and left and until when stand in sight; what it came from is in the statement. */
const repayingColumns = columns.map(column => {
  if (column.key === 'base') return { ...column, optional: true }
  if (column.key === 'paid') return { ...column, title: '已还', optional: false }
  if (column.key === 'left') return { ...column, title: '未还' }
  if (column.key === 'net') return { ...column, title: '应还', render: (row: BillRow) => money(0 - row.net) }
  return column
})

type Name = 'paramValue' | 'schoolId' | 'state' | 'side' | 'due' | 'beginMonth' | 'endMonth'
const filters: Filter<Name>[] = [
  { name: 'paramValue', label: '账单', kind: 'text', hint: '编号或驾校名称的一部分' },
  schoolFilter,
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(billStates) },
  { name: 'due', label: '到期', kind: 'select', options: optionsOf(billDues) },
  { name: 'side', label: '结算方向', kind: 'select', options: optionsOf(billSides), more: true },
  {
    name: 'beginMonth',
    label: '开始月份',
    kind: 'date',
    render: monthControl,
    more: true,
    range: { until: 'endMonth', of: 'months' },
  },
  { name: 'endMonth', label: '结束月份', kind: 'date', render: monthControl, more: true },
]

interface Props {
  name: ListName
  title: string
  /** Only what schools owe. */
  repaying?: boolean
  /** Of one school, where they stand on its page. */
  schoolId?: number
  empty: { title: string; hint: string }
}

/** Of one school on its own page, of what schools owe, or of all. */
function partsOf(schoolId: number | undefined, repaying: boolean) {
  if (schoolId !== undefined) {
    return {
      columns: columns.filter(({ key }) => key !== 'schoolName'),
      filters: filters.filter(filter => filter.name !== 'schoolId'),
      fixed: { schoolId },
      embedded: 'bills',
    }
  }
  if (!repaying) return { columns, filters }
  return { columns: repayingColumns, filters: filters.filter(filter => filter.name !== 'side') }
}

/** Bills with what may be done to them now. */
export function BillList({ name, title, repaying = false, schoolId, empty }: Props) {
  const { of, adjust, close, dialogs } = useBillActions()
  const { keeps, checks, ofPlatform } = useBillRights()
  return (
    <>
      <ListPage
        name={name}
        title={title}
        endpoint={bills.list}
        exportEndpoint={bills.export}
        rowKey={row => row.billId}
        {...partsOf(schoolId, repaying)}
        {...(repaying && { fixed: { side: 'school' } })}
        actions={of}
        {...((keeps || (checks && ofPlatform === false)) &&
          !repaying && {
            actsOnAll: true,
            least: 20 as const,
            selected: (selected: SelectedRows<BillRow>, clear: () => void) => (
              <SelectedBills selected={selected} onDone={clear} />
            ),
          })}
        sums={({ base, platformShare, net, paid, leftToSchools, leftBySchools }) =>
          repaying
            ? [
                ['应还', money(0 - net)],
                ['已还', money(0 - paid)],
                ['未还', money(leftBySchools)],
              ]
            : [
                ['课程收入', money(base)],
                ['平台分成', money(platformShare)],
                ['净额', owedWords(net)],
                ['未付驾校', money(leftToSchools)],
                ['驾校未还', money(leftBySchools)],
              ]
        }
        toolbar={
          keeps &&
          !repaying &&
          schoolId === undefined && (
            <>
              <Button type="primary" icon={<AccountBookOutlined />} onClick={close}>
                提前出账
              </Button>
              <Button icon={<PlusOutlined />} onClick={adjust}>
                新增调整单
              </Button>
            </>
          )
        }
        empty={empty}
      />
      {dialogs}
    </>
  )
}
