import { memberOf } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, instants, text } from '../../../platform/postgres/columns.ts'

const hour = 3_600_000

/** What was said of one student at the counter, the latest this morning. */
const said = [
  { by: 'school', hoursAgo: 52, text: '学员想改到周末班，周中练的两次先算完' },
  { by: 'admin', hoursAgo: 30, text: '可以，课程不用换，约周六、周日的时段就行' },
  { by: 'school', hoursAgo: 5, text: '已电话告知本人，这周六上午来' },
] as const

/** A conversation about a student of the school whose account the demo has. */
export const commentsSeed: SeedPart = {
  async fill(db, business) {
    const { students, until } = business
    const { organs } = memberOf(business, 'school')
    const subject = students.findLast(({ schoolId }) => organs.includes(schoolId))
    if (subject === undefined) return
    await insertColumns(db, 'comment', {
      kind: text(said.map(() => 'student')),
      subject_id: ids(said.map(() => subject.id)),
      author_id: ids(said.map(({ by }) => memberOf(business, by).id)),
      at: instants(said.map(({ hoursAgo }) => until - hoursAgo * hour)),
      text: text(said.map(one => one.text)),
    })
  },
}
