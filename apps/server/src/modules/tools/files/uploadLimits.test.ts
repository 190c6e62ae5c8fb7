import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { contract, errors, plainPicture } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, onePixel, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { transact } from '../../../platform/postgres/db.ts'
import { deleteUnused } from './queries.ts'
import { megabytesPerDay, missingPictures, pictureStore, picturesPerDay, removeUnused } from './service.ts'

// How much a person may upload in a day, and how long what nothing uses is kept.

const { account, apps, files } = contract
let app: TestApp
let person: Client & { memberId: number }

beforeEachTest(async built => {
  app = built
  person = await app.signedIn({ codes: ['app:edit'] })
  await rows(`update member set phone = '13800000000' where id = ${person.memberId}`)
})

const rows = (sql: string) => query(app.database.ownerUrl, sql)
const upload = async (who: Client = person) => plainPicture((await who.call(files.upload)).data.url)
const fileOf = (address: string) => join(app.services.config.dataDir, address)

/** So many pictures that the person uploaded at this time. */
const uploadedBefore = (count: number, { bytes = 1000, at = 'now()' } = {}) =>
  rows(`insert into picture (address, member_id, bytes, uploaded_at)
    select '/files/' || lpad(n::text, 32, 'x') || '.webp', ${person.memberId}, ${bytes}, ${at} from generate_series(1, ${count}) n`)

test('of the last picture of a day one is taken, however many come at once; others and the next day go on', async () => {
  await uploadedBefore(picturesPerDay - 1)
  const answers = await Promise.all(Array.from({ length: 4 }, () => person.send(files.upload, {})))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ code }) => code !== 0)).toEqual(
    Array(3).fill(
      expect.objectContaining({
        status: 200,
        code: errors.pictureQuota.code,
        msg: '今天上传的图片已到上限（300 张），明天 0 点起可以继续上传',
      }),
    ),
  )
  expect(await upload(await app.signedIn())).not.toBe('')
  // A second before the day began in Shanghai.
  await rows(
    `update picture set uploaded_at = business_day(now())::timestamp at time zone 'Asia/Shanghai' - interval '1 second'`,
  )
  expect((await person.send(files.upload, {})).code).toBe(0)
})

test('the bytes of a day have their bound, to the byte, and what was refused does not count', async () => {
  const most = megabytesPerDay * 1024 * 1024
  await uploadedBefore(1, { bytes: most - onePixel.length })
  const broken = Buffer.concat([onePixel.subarray(0, 40)])
  expect((await person.send(files.upload, { file: broken })).code).toBe(errors.notPicture.code)
  expect((await person.send(files.upload, {})).code).toBe(0)
  expect(await person.send(files.upload, {})).toMatchObject({
    code: errors.pictureQuota.code,
    msg: '今天上传的图片已到上限（300 MB），明天 0 点起可以继续上传',
  })
})

test('what was refused leaves neither row nor file', async () => {
  await upload()
  const folder = join(app.services.config.dataDir, 'files')
  const before = readdirSync(folder)
  await person.send(files.upload, { file: onePixel.subarray(0, 40) })
  expect(readdirSync(folder)).toEqual(before)
  expect(await rows('select from picture')).toHaveLength(1)
})

test('a picture that nothing has used for a day is removed with its file; one that is used, or was until now, stays', async () => {
  const store = pictureStore(app.services.files)
  const look = () => removeUnused(app.services, store)
  const later = (hours: number) =>
    rows(
      `update picture set uploaded_at = uploaded_at - interval '${hours} hours', unused_since = unused_since - interval '${hours} hours'`,
    )
  const profile = { userId: person.memberId, userName: '王五', userPhone: '13800000000', userMail: null }
  const [never, face, second, shown] = [await upload(), await upload(), await upload(), await upload()]
  const school = await makeOrganisation(app.services.pool)
  const days = { begin: '2026-01-01', end: '2026-01-02' }
  await person.call(account.modify, { ...profile, userIcon: face })
  const { swiperId } = (
    await person.call(apps.saveBanner, { title: '旧图', imageUrl: shown, schoolIds: [school], ...days })
  ).data

  await look()
  await later(23)
  await look()
  expect([never, face, second, shown].map(address => existsSync(fileOf(address)))).toEqual([
    true,
    true,
    true,
    true,
  ])

  // In use again before its time is over.
  await person.call(account.modify, { ...profile, userIcon: second })
  await look()
  await later(2)
  await look()
  expect([never, face, second, shown].map(address => existsSync(fileOf(address)))).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(await rows('select address from picture')).toHaveLength(3)

  // The old portrait's day begins when it was seen to be unused.
  await person.call(apps.removeBanner, { swiperId })
  await later(23)
  await look()
  expect([face, second, shown].map(address => existsSync(fileOf(address)))).toEqual([false, true, true])
  await later(25)
  await look()
  expect([second, shown].map(address => existsSync(fileOf(address)))).toEqual([true, false])
  expect(await rows('select address from picture')).toEqual([{ address: second }])

  // Its time without use before it was used again does not count.
  await person.call(account.modify, { ...profile, userIcon: null })
  await look()
  expect(existsSync(fileOf(second))).toBe(true)

  expect(await person.send(account.modify, { ...profile, userIcon: face })).toMatchObject({
    code: errors.pictureGone.code,
  })
})

test('one that somebody begins to use after it was looked at is not removed', async () => {
  const face = await upload()
  await rows(`update picture set unused_since = now() - interval '2 days'`)
  const form = { userId: person.memberId, userName: '王五', userPhone: '13800000000', userMail: null }
  await person.call(account.modify, { ...form, userIcon: face })
  const { db, parts } = app.services
  expect(await transact(db, trx => deleteUnused(trx, parts.pictures, { hours: 24, most: 10 }))).toEqual([])
  expect(await rows('select address from picture')).toEqual([{ address: face }])
})

test('the data check names a picture that is used and not in its folder', async () => {
  const missing = () => missingPictures(app.services.db, app.services.parts.pictures, app.services.files)
  const [face, unused] = [await upload(), await upload()]
  await person.call(account.modify, {
    userId: person.memberId,
    userName: '王五',
    userPhone: '13800000000',
    userIcon: face,
    userMail: null,
  })
  rmSync(fileOf(unused))
  expect(await missing()).toEqual([])
  rmSync(fileOf(face))
  expect(await missing()).toEqual([face])
})
