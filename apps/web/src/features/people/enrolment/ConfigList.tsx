import { PlusOutlined } from '@ant-design/icons'
import { enabledStates } from '@drivesim/contract/enabled'
import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import { configList, type EnrolmentConfigRow } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { Button } from 'antd'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { ofSchool, schoolFilter } from '../../../parts/schoolFilter.ts'
import { Can } from '../../../ui/Can.tsx'
import { DaySpan } from '../../../ui/DateTime.tsx'
import { number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { useConfigActions } from './useConfigActions.tsx'

const columns = (onTitle: (config: EnrolmentConfigRow) => void) =>
  columnsOf(configList, {
    title: row => <OpenButton onOpen={() => onTitle(row)}>{row.title}</OpenButton>,
    state: row => <EnabledTag enabled={row.state === 'enabled'} />,
    valid: row => <DaySpan from={row.validFrom} until={row.validUntil} />,
    coaches: row => number(row.coachIds.length),
    simulators: row => number(row.simulatorIds.length),
  })

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
