import { contract, errors, mostPersonFiles } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart, localTime } from '@drivesim/contract/businessDay'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation, makeStudent } from '../../../../test/factories.ts'

const { persons } = contract
let app: TestApp
let keeper: Client & { memberId: number }
let other: Client
beforeEachTest(async built => {
  app = built
  keeper = await app.signedIn({ codes: ['system:privacy'] })
  other = await app.signedIn({ codes: ['system:privacy'] })
})

/** So many files were had on a day (Shanghai), at its beginning. */
const had = (files: number, day: string) =>
  app.services.pool.query(
    `insert into security_event (at, last_at, kind, succeeded, member_id, label)
     select $4::timestamptz, $4, 'reveal', true, $1, $2 from generate_series(1, $3)`,
    [keeper.memberId, persons.file.change, files, new Date(dayStart(day))],
  )

/** In the day's (Shanghai) first hour the limit of an hour is met before that of the day. */
const isFirstHour = localTime(Date.now()).slice(11, 13) === '00'
test.skipIf(isFirstHour)('so many files of persons a day, to each who asks', async () => {
  const organ = await makeOrganisation(app.services.pool)
  const ask = { studentId: await makeStudent(app.services.pool, organ), reason: '本人要求查阅' }
  const today = businessDayOf(Date.now())
  await had(mostPersonFiles, addDays(today, -1))
  await had(mostPersonFiles - 1, today)
  expect(await keeper.call(persons.file, ask)).toMatchObject({ code: 0 })
  expect(await keeper.call(persons.file, ask)).toMatchObject({ code: errors.tooManyPersonFiles.code })
  expect(await other.call(persons.file, ask)).toMatchObject({ code: 0 })
})
