import { type CourseRow, courseList, courses } from '@drivesim/contract/schools/courses'
import { useChange } from '../../../api/query.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { gearOptions } from '../../../parts/gearTypes.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { useEditedRows } from '../../../ui/list/useEditedRows.tsx'
import { AddCourse, EditCourse } from './CourseForm.tsx'
import { courseReads } from './reads.ts'

const columns = columnsOf(courseList, {
  state: row => <EnabledTag enabled={row.state === 'enabled'} />,
  floorPrice: (row, shown) => (row.floorPrice === 0 ? null : shown),
})

const filters: Filter<'paramValue' | 'gearType' | 'state'>[] = [
  { name: 'paramValue', label: '课程', kind: 'text', hint: '名称的一部分' },
  { name: 'gearType', label: '驾照类型', kind: 'select', options: gearOptions },
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    options: [
      { value: 'enabled', label: '启用' },
      { value: 'disabled', label: '停用' },
    ],
  },
]

/** The catalogue of courses, which the platform keeps for all schools. */
export default function CourseList() {
  const reason = usePlatformOnly('课程目录')
  const setEnabled = useChange(courses.setEnabled, { invalidates: courseReads })
  const { actions, add, dialogs } = useEditedRows<CourseRow>({
    what: '课程',
    code: 'app:edit',
    reason,
    nameOf: row => row.courseName,
    isEnabled: row => row.state === 'enabled',
    consequence: ({ schools }, enabled) =>
      enabled
        ? '启用后驾校可以重新上架；曾经上架的驾校会立即恢复在售。'
        : `现在有 ${number(schools)} 所驾校在售，停用后立即从这些驾校的应用中下架；已购买的学员不受影响。`,
    setEnabled: ({ courseId }, enabled) => setEnabled.mutateAsync({ courseId, enabled }),
    form: (course, onClosed) =>
      course === undefined ? (
        <AddCourse onClosed={onClosed} />
      ) : (
        <EditCourse course={course} onClosed={onClosed} />
      ),
  })
  return (
    <>
      <ListPage
        name="courses"
        title="课程列表"
        endpoint={courses.list}
        exportEndpoint={courses.export}
        rowKey={row => row.courseId}
        columns={columns}
        filters={filters}
        {...actions}
        toolbar={add}
        empty={{ title: '还没有课程', hint: '点击“新增课程”，之后在驾校的课程配置中上架' }}
      />
      {dialogs}
    </>
  )
}
