import { recordsOf } from '../../../platform/commentPart.queries.ts'

export const commentedRecords = recordsOf(
  db => db.selectFrom('student').select(['id', 'name', 'school_id as organId']),
  id => `/student/studentDetail?userId=${id}`,
)
