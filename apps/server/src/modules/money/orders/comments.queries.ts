import { recordsOf } from '../../../platform/commentPart.queries.ts'

export const commentedRecords = recordsOf(
  db => db.selectFrom('refund').select(['id', 'no as name', 'organ_id as organId']),
  id => `/orderManage/rechargeOrder?tab=refunds&refundId=${id}`,
)
