import { gearTypes } from '@drivesim/contract/studentShapes'
import type { LogNames } from '../../platform/parts.ts'

/** What people call these tables, in the operation log. */
export const courseNames: LogNames = {
  course: {
    name: '课程',
    columns: {
      gear_type: '准驾车型',
      minutes: '时长（分钟）',
      price: '价格',
      floor_price: '平台底价',
      valid_days: '有效天数',
    },
    values: { gear_type: gearTypes },
    money: ['price', 'floor_price'],
  },
  course_module: { name: '课程的模块', columns: { course_id: '课程', module_id: '模块' } },
  school_course: {
    name: '驾校的课程',
    columns: { course_id: '课程', price: '价格' },
    money: ['price'],
  },
}
