import { type CourseRow, courses } from '@drivesim/contract/courses'
import { useChange } from '../../api/query.ts'
import { EnabledTag } from '../../parts/EnabledTag.tsx'
import { gearName, gearOptions } from '../../parts/gearTypes.ts'
import { usePlatformOnly } from '../../parts/platform.ts'
import { duration, money, number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, Filter } from '../../ui/list/types.ts'
import { useEditedRows } from '../../ui/list/useEditedRows.tsx'
import { AddCourse, EditCourse } from './CourseForm.tsx'
import { courseReads } from './reads.ts'

const columns: Column<CourseRow>[] = [
  { key: 'courseName', title: '课程名称', clip: 220, render: row => row.courseName },
  { key: 'state', title: '状态', render: row => <EnabledTag enabled={row.state === 'enabled'} /> },
  { key: 'gearType', title: '驾照类型', render: row => gearName(row.gearType) },
  { key: 'price', title: '价格', numeric: true, render: row => money(row.price) },
  {
    key: 'floorPrice',
    title: '平台底价',
    numeric: true,
    render: row => (row.floorPrice === 0 ? null : money(row.floorPrice)),
  },
  { key: 'minutes', title: '训练时长', numeric: true, render: row => duration(row.minutes * 60) },
  { key: 'validDays', title: '有效天数', numeric: true, render: row => number(row.validDays) },
  { key: 'schools', title: '在售驾校', numeric: true, render: row => number(row.schools) },
  { key: 'modules', title: '训练模块', clip: 260, render: row => row.modules.join('、') },
  { key: 'note', title: '备注', clip: 220, optional: true, render: row => row.note },
]

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
