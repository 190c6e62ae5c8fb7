import { factorResetStates, factorResets, identityProofs } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What this table is called in the operation log. */
export const factorResetNames: LogNames = {
  factor_reset: {
    name: '两步验证重置',
    fields: [factorResets.ask.input],
    columns: {
      asked_by: '申请人',
      asked_at: '申请时间',
      state: '状态',
      decided_by: '批准人',
      decided_at: '批准时间',
    },
    values: { state: factorResetStates, proof: identityProofs },
  },
}
