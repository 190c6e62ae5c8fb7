import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { setIntervals } from '../../../../test/intervals.ts'
import { alwaysAllowed, saveSettingsSql } from '../../../../test/noticeRule.ts'
import { remind } from './engine.service.ts'

let app: TestApp
let simulator: Awaited<ReturnType<typeof makeSimulator>>
beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const organ = await makeOrganisation(pool)
  simulator = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  const { memberId } = await app.signedIn({ codes: ['device:simulator'], organs: [organ] })
  await rows(saveSettingsSql(memberId, 'deviceOffline', [alwaysAllowed('system', 10)]))
})

const rows = (sql: string) => query(app.database.ownerUrl, sql)
const hour = 3_600_000
const iso = (hoursAgo: number) => new Date(Date.now() - hoursAgo * hour).toISOString()

/** Away for a month up to an hour ago, without the intervals before; the last look was while it was away. */
async function wasAwayLong(): Promise<void> {
  const facts = [
    ['administration', 'enabled', iso(1000)],
    ['health', 'ok', iso(1000)],
    ['activity', 'idle', iso(1000)],
  ] as const
  await setIntervals(app.services.pool, simulator, [
    ...facts,
    ['link', 'offline', iso(720)],
    ['link', 'online', iso(1)],
  ])
  await rows(`update notice_progress set looked_until = '${iso(2)}'`)
}

test('an outage of a device that was connected is told, though what was before it is archived', async () => {
  await wasAwayLong()
  await rows(`insert into health_day (simulator_id, organ_id, room_id, day, online_seconds)
    values (${simulator.id}, ${simulator.organ}, ${simulator.room}, business_day('${iso(800)}'), 60)`)
  expect(await remind(app.services, new Date())).toBe(1)
})

test('before its first connection a device was not away', async () => {
  await wasAwayLong()
  expect(await remind(app.services, new Date())).toBe(0)
})
