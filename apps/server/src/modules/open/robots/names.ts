import { robotForm, robotList, robotMessageList } from '@drivesim/contract/open/robotShapes'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const robotNames: LogNames = {
  robot: {
    name: '群机器人',
    fields: [robotList, robotForm],
    columns: { owner_id: '负责人' },
  },
  robot_message: {
    name: '群消息',
    fields: [robotMessageList],
    columns: { robot_id: '群机器人', next_try_at: '下次尝试', more: '合并条数' },
    internal: ['subject', 'event'],
  },
}
