import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const viewNames: LogNames = {
  list_view: { name: '列表视图', columns: { list: '列表', owner_id: '所有者', organ_id: '分享给' } },
}
