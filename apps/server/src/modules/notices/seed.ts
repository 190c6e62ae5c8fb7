import { memberOf } from '@drivesim/fleet/business'
import type { SeedPart } from '../../platform/parts.ts'
import { ids, insertColumns, text, whole } from '../../platform/postgres/columns.ts'

const accounts = ['admin', 'school', 'finance', 'ops', 'guest']

/** Classrooms are closed at night: the demo accounts want to hear of what stays off in the middle of the day. */
export const noticesSeed: SeedPart = {
  fill: (db, business) =>
    insertColumns(db, 'notice_config', {
      member_id: ids(accounts.map(account => memberOf(business, account).id)),
      channel: text(accounts.map(() => 'system')),
      message_type: text(accounts.map(() => 'deviceOffline')),
      enabled: { type: 'boolean', values: accounts.map(() => true) },
      create_limit: whole(accounts.map(() => 120)),
      able_time_begin: { type: 'time', values: accounts.map(() => '11:00') },
      able_time_end: { type: 'time', values: accounts.map(() => '18:00') },
      effective_time: whole(accounts.map(() => 3)),
    }),
}
