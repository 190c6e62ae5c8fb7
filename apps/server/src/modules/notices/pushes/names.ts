import { audienceKinds, pushForm, pushList } from '@drivesim/contract/notices/pushes'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const pushNames: LogNames = {
  push: {
    name: '推送',
    fields: [pushList, pushForm],
    columns: {
      audience_kind: '接收人范围',
      audience_ids: '接收人编号',
      author_id: '创建人',
      sender_id: '发送人',
      read_count: '已读',
    },
    values: { audience_kind: audienceKinds },
    internal: ['served_to'],
  },
}
