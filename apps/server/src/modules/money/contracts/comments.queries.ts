import { recordsOf } from '../../../platform/commentPart.queries.ts'

export const commentedRecords = recordsOf(
  db => db.selectFrom('contract').select(['id', 'no as name', 'school_id as organId']),
  id => `/finacial/configuration?contractId=${id}`,
)
