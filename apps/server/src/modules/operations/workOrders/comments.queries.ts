import { recordsOf } from '../../../platform/commentPart.queries.ts'

export const commentedRecords = recordsOf(
  db => db.selectFrom('work_order').select(['id', 'no as name', 'organ_id as organId']),
  id => `/operation/orderDetail?orderId=${id}`,
)
