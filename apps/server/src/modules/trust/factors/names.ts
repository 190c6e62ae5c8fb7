import { factorKinds } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What this table is called in the operation log. */
export const factorNames: LogNames = {
  factor: {
    name: '验证方式',
    columns: { name: '名称', kind: '种类' },
    values: { kind: factorKinds },
  },
}
