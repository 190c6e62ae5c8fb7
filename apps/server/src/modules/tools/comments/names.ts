import { commentKinds, comments } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const commentNamesInLog: LogNames = {
  comment: {
    name: '评论',
    fields: [comments.billAdd.input],
    columns: {
      kind: '记录类型',
      subject_id: '记录',
      author_id: '评论人',
      at: '评论时间',
      edited_at: '修改时间',
      removed_at: '删除时间',
    },
    values: { kind: commentKinds },
  },
}
