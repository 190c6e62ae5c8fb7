import { PlusOutlined } from '@ant-design/icons'
import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import { coachList, coachStates } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { Button } from 'antd'
import { ofSchool, schoolFilter } from '../../../parts/schoolFilter.ts'
import { Can } from '../../../ui/Can.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { Portrait } from '../../../ui/picture/Portrait.tsx'
import styles from './enrolment.module.css'
import { CoachTag } from './tags.tsx'
import { useCoachActions } from './useCoachActions.tsx'

const columns = columnsOf(coachList, {
  name: row => (
    <span className={styles.coach}>
      <Portrait size={28} src={row.photo} />
      {row.name}
    </span>
  ),
  state: row => <CoachTag state={row.state} />,
})

const filters: Filter<'paramValue' | 'schoolId' | 'state'>[] = [
  { name: 'paramValue', label: '教练', kind: 'text', hint: '姓名、完整手机号或尾号 4 位' },
  schoolFilter,
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    options: optionsOf(coachStates),
  },
]

interface Props {
  /** Of the school that the address asks for, or of all. */
  schoolId: number | undefined
  /** Within the page of this school. */
  embedded?: true
}

/** The coaches of a school, or of all. */
export function CoachList({ schoolId, embedded }: Props) {
  const { of, add, dialogs } = useCoachActions(schoolId)
  const all = { columns, filters }
  const list = embedded && schoolId !== undefined ? ofSchool('coaches', schoolId, all) : all
  return (
    <>
      <ListPage
        name="coaches"
        title="教练列表"
        endpoint={enrolment.coaches}
        exportEndpoint={enrolment.coachExport}
        rowKey={row => row.id}
        {...list}
        {...(of && { actions: of })}
        toolbar={
          <Can code="enroll:edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={add}>
              新增教练
            </Button>
          </Can>
        }
        empty={{ title: '还没有教练', hint: '点击“新增教练”，之后在招生配置中绑定' }}
      />
      {dialogs}
    </>
  )
}
