import { mostBlockRows } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { HomeBlockPart } from '../../../platform/homePart.ts'
import { uncoveredStudents } from './todos.queries.ts'

/** 欠费学员: who trained lately without an order that covers it, the most first. Their page sells them one. */
export const orderBlocks: readonly HomeBlockPart[] = [
  {
    key: 'uncovered',
    async read(db, scope, { codes }) {
      const { minutes, rows } = await uncoveredStudents(db, scope, mostBlockRows)
      const today = businessDayOf(Date.now())
      const days = `beginDate=${addDays(today, -29)}&endDate=${today}`
      return {
        // The list of all of them is finance's.
        figures: codes.has('finance:home')
          ? [
              {
                label: '近 30 天未覆盖分钟',
                unit: 'count',
                value: minutes,
                tone: 'warning',
                to: `/finacial/situation?tab=uncovered&${days}`,
              },
            ]
          : [],
        rows: rows.map(({ studentId, studentName, schoolName, minutes }) => ({
          key: String(studentId),
          title: studentName,
          note: schoolName,
          mark: `欠 ${minutes} 分钟`,
          tone: 'warning',
          at: null,
          to: `/student/studentDetail?userId=${studentId}`,
        })),
      }
    },
  },
]
