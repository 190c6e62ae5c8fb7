import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons'
import {
  factorStates,
  kindNamesOf,
  memberFactorList,
  securityPolicy,
} from '@drivesim/contract/trust/securityPolicy'
import { Link } from 'react-router'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { StateTag } from '../../../ui/StateTag.tsx'

const tags = {
  missing: { tone: 'bad', icon: <ExclamationCircleOutlined aria-hidden /> },
  asked: { tone: 'warn', icon: <ClockCircleOutlined aria-hidden /> },
  none: { tone: 'off', icon: <MinusCircleOutlined aria-hidden /> },
  there: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
} as const

const columns = columnsOf(memberFactorList, {
  userName: row => (
    <Link to={`/system/memberDetail?userId=${row.userId}`} title={row.userName}>
      {row.userName}
    </Link>
  ),
  state: row => <StateTag {...tags[row.state]}>{factorStates[row.state]}</StateTag>,
  kinds: kindNamesOf,
  lastLoginAt: row => <RelativeTime at={row.lastLoginAt} missing="从未登录" />,
})

const filters: Filter<'paramValue' | 'state' | 'organId'>[] = [
  { name: 'paramValue', label: '成员', kind: 'text', hint: '名称/账号/手机/尾号' },
  {
    name: 'state',
    label: '两步验证',
    kind: 'select',
    options: Object.entries(factorStates).map(([value, label]) => ({ value, label })),
  },
  { name: 'organId', label: '机构', kind: 'picker', render: pickerControl(OrganisationPicker) },
]

/** Who has a second step, who has not, and who must. */
export function MemberFactorList() {
  return (
    <ListPage
      name="memberFactors"
      embedded="memberFactors"
      title="成员的两步验证"
      endpoint={securityPolicy.members}
      exportEndpoint={securityPolicy.membersExport}
      rowKey={row => row.userId}
      columns={columns}
      filters={filters}
      empty={{ title: '没有符合条件的成员', hint: '换一个筛选条件试试' }}
    />
  )
}
