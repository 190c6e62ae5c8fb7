import { retention } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What this table is called in the operation log. */
export const retentionNames: LogNames = {
  retention: { name: '保存期限', fields: [retention.save.input] },
}
