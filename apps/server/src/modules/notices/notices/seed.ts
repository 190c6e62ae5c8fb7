import { memberOf } from '@drivesim/fleet/business'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, integers, text } from '../../../platform/postgres/columns.ts'
import { nextDue, noteTold, setProgress } from './engine.queries.ts'
import { deviceCodes } from './engine.service.ts'

const accounts = ['admin', 'school', 'finance', 'ops', 'guest']

/** Classrooms are closed at night: the demo accounts want to hear of what stays off in the middle of the day. */
export const noticesSeed: SeedPart = {
  fill: (db, business) =>
    insertColumns(db, 'notice_config', {
      member_id: ids(accounts.map(account => memberOf(business, account).id)),
      channel: text(accounts.map(() => 'system')),
      message_type: text(accounts.map(() => 'deviceOffline')),
      enabled: { type: 'boolean', values: accounts.map(() => true) },
      create_limit: integers(accounts.map(() => 120)),
      able_time_begin: { type: 'time', values: accounts.map(() => '11:00') },
      able_time_end: { type: 'time', values: accounts.map(() => '18:00') },
      effective_time: integers(accounts.map(() => 3)),
    }),
}

const hour = 3_600_000
/** What became due in the last hour before the demo begins is told when the server starts; everything earlier was told already. */
const untold = hour
/** How far back reminders are noted as told. Repeated ones then fall due at different times, and not all as the server starts. */
const known = 4.5 * 24 * hour

/** Notes what people were told before the demo begins. It is the last part, since it looks at what all others left waiting. */
export const toldSeed: SeedPart = {
  async fill(db, business) {
    const until = new Date(business.until - untold)
    const from = new Date(business.until - known)
    for (;;) {
      const due = await nextDue(db, {
        from,
        until,
        deviceCodes,
        silence: { countFrom: 0, brokeAt: 0 },
        most: 10_000,
      })
      if (due.length === 0) break
      await noteTold(db, due)
    }
    await setProgress(db, until)
  },
}
