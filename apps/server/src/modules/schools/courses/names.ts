import { courseForm, courseList } from '@drivesim/contract/schools/courses'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const courseNames: LogNames = {
  course: { name: '课程', fields: [courseList, courseForm], money: ['price', 'floor_price'] },
  course_module: { name: '课程的模块', columns: { course_id: '课程', module_id: '模块' } },
  school_course: {
    name: '驾校的课程',
    fields: [courseList],
    columns: { course_id: '课程' },
    money: ['price'],
  },
}
