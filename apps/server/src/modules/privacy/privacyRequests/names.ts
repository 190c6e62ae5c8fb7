import { privacyRequestKinds, privacyRequestList, privacyRequestStates } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What these tables are called in the operation log. */
export const privacyNames: LogNames = {
  privacy_request: {
    name: '权利请求',
    fields: [privacyRequestList],
    columns: { student_id: '学员' },
    values: { kind: privacyRequestKinds, state: privacyRequestStates },
  },
  held_identity: {
    name: '留存的身份信息',
    columns: { student_id: '学员', until: '身份留存至', held_at: '留存时间' },
  },
}
