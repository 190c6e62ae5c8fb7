import { stopReasons, webhookList } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What this table is called in the operation log. */
export const webhookNames: LogNames = {
  webhook_endpoint: {
    name: '推送地址',
    fields: [webhookList],
    columns: {
      enabled: '启用状态',
      owner_id: '所有者',
      organ_id: '机构',
      organ_ids: '所选机构',
      both_until: '原签名密钥有效至',
    },
    values: { stop_reason: stopReasons },
  },
}
