import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import {
  type BoundSimulatorRow,
  bindingList,
  bindingStates,
  coachesOf,
} from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { Link } from 'react-router'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { EnrolmentFrame } from './EnrolmentFrame.tsx'
import styles from './enrolment.module.css'

const columns = columnsOf(bindingList, {
  simulatorName: row => (
    <Link to={`/device/deviceDetail?simulatorId=${row.simulatorId}`}>{row.simulatorName}</Link>
  ),
  configs: row => (row.configs.length === 0 ? null : <Configs row={row} />),
  coaches: row => coachesOf(row).join('、'),
})

function Configs({ row }: { row: BoundSimulatorRow }) {
  return (
    <span className={styles.configs}>
      {row.configs.map(({ id, title }) => (
        <Link
          key={id}
          to={`/enroll/enroll_config?schoolId=${row.schoolId}&paramValue=${encodeURIComponent(title)}`}
        >
          {title}
        </Link>
      ))}
    </span>
  )
}

const filters: Filter<'paramValue' | 'schoolId' | 'bound'>[] = [
  { name: 'paramValue', label: '设备', kind: 'text', hint: '名称、编号或车牌号的一部分' },
  schoolFilter,
  {
    name: 'bound',
    label: '绑定情况',
    kind: 'select',
    options: optionsOf(bindingStates),
  },
]

/** 设备绑定: which simulators serve which configuration and coach; what is bound is changed at the configuration. */
export default function BindingListPage() {
  return (
    <EnrolmentFrame page="simulators">
      {() => (
        <ListPage
          name="enrolmentSimulators"
          title="设备绑定列表"
          endpoint={enrolment.simulators}
          exportEndpoint={enrolment.simulatorExport}
          rowKey={row => row.simulatorId}
          columns={columns}
          filters={filters}
          toolbar={<span className="ui-quiet">在招生配置的“绑定”中调整</span>}
          empty={{ title: '还没有设备', hint: '在设备列表中登记设备后，就可以绑定到招生配置' }}
        />
      )}
    </EnrolmentFrame>
  )
}
