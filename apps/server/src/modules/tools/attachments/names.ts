import { attachmentKinds, attachments } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const attachmentNamesInLog: LogNames = {
  attachment: {
    name: '附件',
    fields: [attachments.contractAdd.input],
    columns: {
      kind: '记录类型',
      subject_id: '记录',
      member_id: '上传人',
      uploaded_at: '上传时间',
      removed_at: '移除时间',
    },
    values: { kind: attachmentKinds },
  },
}
