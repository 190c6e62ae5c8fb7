import { PlusOutlined } from '@ant-design/icons'
import { enabledStates } from '@drivesim/contract/enabled'
import { enrolment } from '@drivesim/contract/enrolment'
import { classTypes, type EnrolmentConfigRow } from '@drivesim/contract/enrolmentShapes'
import { Button } from 'antd'
import { EnabledTag } from '../../parts/EnabledTag.tsx'
import { gearName } from '../../parts/gearTypes.ts'
import { ofSchool, schoolFilter } from '../../parts/schoolFilter.ts'
import { Can } from '../../ui/Can.tsx'
import { DaySpan } from '../../ui/DateTime.tsx'
import { money, number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, Filter } from '../../ui/list/types.ts'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { optionsOf } from '../../ui/options.ts'
import { useConfigActions } from './useConfigActions.tsx'

const columns = (onTitle: (config: EnrolmentConfigRow) => void): Column<EnrolmentConfigRow>[] => [
  {
    key: 'title',
    title: '标题',
    render: row => <OpenButton onOpen={() => onTitle(row)}>{row.title}</OpenButton>,
  },
  { key: 'state', title: '状态', render: row => <EnabledTag enabled={row.state === 'enabled'} /> },
  { key: 'schoolName', title: '驾校', clip: 180, render: row => row.schoolName },
  { key: 'gearType', title: '驾照类型', render: row => gearName(row.gearType) },
  { key: 'classType', title: '班型', render: row => classTypes[row.classType] },
  { key: 'price', title: '价格', numeric: true, render: row => money(row.price) },
  {
    key: 'originalPrice',
    title: '原价',
    numeric: true,
    optional: true,
    render: row => (row.originalPrice === null ? null : money(row.originalPrice)),
  },
  {
    key: 'valid',
    title: '有效期',
    render: row => <DaySpan from={row.validFrom} until={row.validUntil} />,
  },
  { key: 'applicants', title: '报名', numeric: true, render: row => number(row.applicants) },
  { key: 'coaches', title: '教练', numeric: true, render: row => number(row.coachIds.length) },
  { key: 'simulators', title: '设备', numeric: true, render: row => number(row.simulatorIds.length) },
  { key: 'contents', title: '课程内容', clip: 240, optional: true, render: row => row.contents },
]

const filters: Filter<'paramValue' | 'schoolId' | 'state'>[] = [
  { name: 'paramValue', label: '标题', kind: 'text', hint: '标题的一部分' },
  schoolFilter,
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    options: optionsOf(enabledStates),
  },
]

interface Props {
  /** Of the school that the address asks for, or of all. */
  schoolId: number | undefined
  /** Within the page of this school. */
  embedded?: true
}

/** The configurations of a school, or of all. */
export function ConfigList({ schoolId, embedded }: Props) {
  const { of, add, show, dialogs } = useConfigActions(schoolId)
  const all = { columns: columns(show), filters }
  const list = embedded && schoolId !== undefined ? ofSchool('configs', schoolId, all) : all
  return (
    <>
      <ListPage
        name="enrolmentConfigs"
        title="招生配置列表"
        endpoint={enrolment.configs}
        exportEndpoint={enrolment.configExport}
        rowKey={row => row.id}
        {...list}
        {...(of && { actions: of })}
        toolbar={
          <Can code="enroll:edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={add}>
              新增招生配置
            </Button>
          </Can>
        }
        empty={{ title: '还没有招生配置', hint: '点击“新增招生配置”，之后绑定教练和设备' }}
      />
      {dialogs}
    </>
  )
}
