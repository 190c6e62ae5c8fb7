import { apiKeyEnds, apiKeyForm, apiKeyList } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What this table is called in the operation log. */
export const apiKeyNames: LogNames = {
  api_key: {
    name: '接口密钥',
    fields: [apiKeyForm, apiKeyList],
    columns: {
      member_id: '所有者',
      previous_until: '旧密钥有效至',
      ended_at: '停用时间',
      end_reason: '停用原因',
    },
    values: { end_reason: apiKeyEnds },
  },
}
