import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, query, type TestDatabase } from '../../../test/database.ts'
import { migrate } from '../../platform/postgres/migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

test('what was told of simulators before reminders had subjects is still known to be told', async () => {
  const { ownerUrl, appRole } = database
  await migrate(ownerUrl, { appRole, upTo: '0014' })
  await query(
    ownerUrl,
    `alter table notice_told drop constraint notice_told_member_id_fkey, drop constraint notice_told_simulator_id_fkey;
     insert into notice_told (member_id, channel, message_type, simulator_id, due_at)
     values (7, 'system', 'deviceOffline', 5, '2026-03-16T01:00:00Z'), (7, 'system', 'deviceOffline', 6, now())`,
  )
  await migrate(ownerUrl, { appRole })
  expect(
    await query(ownerUrl, `select subject, due_at from notice_told where subject = 'simulator:5'`),
  ).toEqual([{ subject: 'simulator:5', due_at: new Date('2026-03-16T01:00:00Z') }])
})
