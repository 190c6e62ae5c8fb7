import { studentBulk } from '@drivesim/contract'
import { type BulkCaller, type BulkPart, bulkPart } from '../../../platform/parts.ts'
import { type Filter, filteredIds } from './list.queries.ts'
import { studentNames } from './marks.queries.ts'
import { setCoach, setTag } from './marks.service.ts'
import { enrol } from './service.ts'

const students = {
  what: '学员',
  matching: ({ db, scope }: BulkCaller, filter: Filter) => filteredIds(db, scope, filter).select('f.id'),
  async records({ db, scope }: BulkCaller, ids: readonly number[]) {
    const rows = await studentNames(db, scope, ids)
    return new Map(
      rows.map(({ id, name }) => [id, { name, to: `/student/studentDetail?userId=${id}` }] as const),
    )
  },
}

/** What staff do to many students: the same as to one. */
export const studentBulkParts: readonly BulkPart[] = [
  bulkPart(studentBulk.tag, { ...students, one: (_to, call, id, input) => setTag(call, id, input) }),
  bulkPart(studentBulk.coach, { ...students, one: (_to, call, id, input) => setCoach(call, id, input) }),
  bulkPart(studentBulk.transfer, {
    ...students,
    one: (to, call, userId, { schoolId }) =>
      enrol(to, call, { userId, kind: 'transfer', schoolId, confirmOffline: false }),
  }),
]
