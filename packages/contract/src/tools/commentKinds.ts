/** Records that people comment on, by what they are called. */
export const commentKinds = {
  bill: '对账单',
  contract: '合同',
  refund: '退款单',
  device: '设备',
  student: '学员',
  workOrder: '工单',
} as const
export type CommentKind = keyof typeof commentKinds

/** Characters of a comment, and people that it may mention. */
export const longestComment = 1000
export const mostMentions = 20
