import { contract, errors, plainPicture } from '@drivesim/contract'
import { describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'

// Who sees a picture: whoever was given its signed address, and everybody while the learners' app shows it.

const { account, apps, enrolment, files, members } = contract
const hour = 3_600_000
let app: TestApp
let person: Client & { memberId: number; account: string }
let school: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool)
  person = await app.signedIn({ codes: ['app:edit', 'enroll:edit', 'system:user'], organs: [school] })
  await withPhone()
})

const rows = (sql: string) => query(app.database.ownerUrl, sql)
/** Portraits are changed in a form that asks for a password where the phone in it is another. */
const withPhone = () => rows(`update member set phone = '13800000000' where id = ${person.memberId}`)
const get = (url: string) => app.app.inject({ method: 'GET', url })
const statusOf = async (url: string) => (await get(url)).statusCode
const link = /^\/files\/[\w-]{32}\.webp\?e=\d{10}&s=[\w-]{43}$/
async function uploaded(): Promise<{ signed: string; plain: string }> {
  const { url } = (await person.call(files.upload)).data
  return { signed: url, plain: plainPicture(url) }
}
const profile = (userIcon: string) => ({
  userId: person.memberId,
  userName: '王五',
  userPhone: '13800000000',
  userIcon,
  userMail: null,
})
const banner = (imageUrl: string, days: { begin: string; end: string }) => ({
  title: '秋季训练营',
  imageUrl,
  schoolIds: [school],
  ...days,
})
async function daysFromToday(...offsets: number[]): Promise<string[]> {
  const found = await app.services.pool.query<{ day: string }>(
    `select (business_day(now()) + d)::text as day from unnest('{${offsets}}'::int[]) with ordinality o (d, place) order by place`,
  )
  return found.rows.map(({ day }) => day)
}

describe('an address', () => {
  test('is served signed, for a day, to its reader alone; plain, changed or late it is not there', async () => {
    const { signed, plain } = await uploaded()
    const response = await get(signed)
    expect(response.statusCode).toBe(200)
    const [, seconds] =
      /^private, max-age=(\d+), immutable$/.exec(String(response.headers['cache-control'])) ?? []
    expect(Number(seconds)).toBeGreaterThan(22 * 3600)
    expect(Number(seconds)).toBeLessThanOrEqual(24 * 3600)

    const { sign } = app.services.pictureLinks
    const other = (await uploaded()).signed
    const refused = [
      plain,
      `${plain}${other.slice(plain.length)}`,
      signed.replace(/e=\d+/, found => `e=${Number(found.slice(2)) + 3600}`),
      signed.replace(/.$/, last => (last === 'A' ? 'B' : 'A')),
      signed.replace(/s=.*/, `s=${'é'.repeat(43)}`),
      `${signed}&s=twice`,
      sign(plain, Date.now() - 25 * hour),
    ]
    for (const url of refused) {
      const { statusCode, headers } = await get(url)
      expect({ url, statusCode, cache: headers['cache-control'] }).toEqual({
        url,
        statusCode: 404,
        cache: 'no-store',
      })
    }
    expect(await statusOf(sign(plain, Date.now() - 22 * hour))).toBe(200)
  })

  test('stays the same for an hour, so that browsers keep what they loaded', () => {
    const { sign } = app.services.pictureLinks
    const plain = `/files/${'a'.repeat(32)}.webp`
    const fullHour = Date.UTC(2026, 10, 22, 8)
    expect(sign(plain, fullHour)).toBe(sign(plain, fullHour + hour - 1))
    expect(sign(plain, fullHour)).not.toBe(sign(plain, fullHour + hour))
    expect(sign('/banners/night.svg')).toBe('/banners/night.svg')
  })
})

describe('what comes back from a reply', () => {
  test('is stored plain, in the log too, and leaves signed wherever it is shown', async () => {
    const { signed, plain } = await uploaded()
    expect((await person.call(account.modify, profile(signed))).code).toBe(0)
    const coach = {
      schoolId: school,
      name: '陈教练',
      phone: '13900000000',
      gearTypes: ['C1'],
      years: 5,
      photo: signed,
      state: 'employed',
    }
    expect(await person.send(enrolment.addCoach, coach)).toMatchObject({ code: 0 })
    const [begin = '', end = ''] = await daysFromToday(0, 1)
    const { swiperId } = (await person.call(apps.saveBanner, banner(signed, { begin, end }))).data
    const entry = { menuName: '班车', menuBelongSchool: school, icon: signed }
    const { menuId } = (await person.call(apps.saveMenu, entry)).data

    expect(
      await rows(`select icon as stored from member where icon is not null union all select photo from coach
        union all select image_url from app_banner union all select icon from app_menu`),
    ).toEqual(Array(4).fill({ stored: plain }))
    const noted = JSON.stringify(await rows('select before, after from operation_log_change'))
    expect(noted).toContain(plain)
    expect(noted).not.toContain('s=')

    const me = (await person.call(account.me)).data
    const shown = [
      me.userIcon,
      me.avatar,
      (await person.call(members.info, { userId: person.memberId })).data.userIcon,
      (await person.call(enrolment.coaches, {})).data.dataList[0]?.photo,
      (await person.call(apps.banner, { swiperId })).data.imageUrl,
      (await person.call(apps.banners, {})).data.dataList[0]?.imageUrl,
      (await person.call(apps.menu, { menuId })).data.icon,
      (await person.call(apps.menus, { schoolId: school })).data[0]?.icon,
    ]
    for (const address of shown) {
      expect(address).toMatch(link)
      expect(await statusOf(address ?? '')).toBe(200)
    }
  })

  test('signed at another hour, or not at all, is no other content under a key', async () => {
    const { plain } = await uploaded()
    const { sign } = app.services.pictureLinks
    const headers = { 'idempotency-key': 'one-form-opened-once' }
    const save = (address: string) => person.call(account.modify, profile(address), headers)
    expect((await save(sign(plain, Date.now() - 5 * hour))).code).toBe(0)
    expect((await save(sign(plain))).code).toBe(0)
    expect((await save(plain)).code).toBe(0)
    expect(await rows(`select call from operation_log where member_id = ${person.memberId}`)).toHaveLength(1)
  })

  test('the row in a refusal has its pictures signed too', async () => {
    const { signed } = await uploaded()
    const [begin = '', end = ''] = await daysFromToday(0, 1)
    const { swiperId } = (await person.call(apps.saveBanner, banner(signed, { begin, end }))).data
    const stale = await person.send(apps.saveBanner, {
      ...banner(signed, { begin, end }),
      swiperId,
      version: 7,
    })
    expect(stale).toMatchObject({
      code: errors.staleVersion.code,
      data: { imageUrl: expect.stringMatching(link) },
    })
  })

  test('that was never uploaded is refused with a sentence, and nothing is written', async () => {
    const answer = await person.call(account.modify, profile(`/files/${'a'.repeat(32)}.webp`))
    expect(answer).toMatchObject({
      status: 200,
      code: errors.pictureGone.code,
      msg: '图片已失效，请重新上传',
    })
    expect((await person.call(account.me)).data.userName).not.toBe('王五')
  })
})

describe('without a signature', () => {
  test('a banner is there on its days and to be kept by all; before and after them it is not', async () => {
    const [yesterday = '', today = '', tomorrow = ''] = await daysFromToday(-1, 0, 1)
    const periods = [
      { begin: today, end: today, status: 200 },
      { begin: tomorrow, end: tomorrow, status: 404 },
      { begin: yesterday, end: yesterday, status: 404 },
    ]
    for (const { status, ...days } of periods) {
      const { signed, plain } = await uploaded()
      await person.call(apps.saveBanner, banner(signed, days))
      const response = await get(plain)
      expect(response.statusCode).toBe(status)
      if (status === 200) {
        expect(response.headers).toMatchObject({
          'cache-control': 'public, max-age=86400, immutable',
          'cross-origin-resource-policy': 'cross-origin',
        })
      }
    }
  })

  test('an icon of the app is there as long as its entry; portraits never are', async () => {
    const icon = await uploaded()
    const entry = { menuName: '班车', menuBelongSchool: school, icon: icon.signed }
    const { menuId } = (await person.call(apps.saveMenu, entry)).data
    expect(await statusOf(icon.plain)).toBe(200)
    await person.call(apps.removeMenu, { menuId })
    expect(await statusOf(icon.plain)).toBe(404)
    expect(await statusOf(icon.signed)).toBe(200)

    const face = await uploaded()
    await person.call(account.modify, profile(face.signed))
    expect(await statusOf(face.plain)).toBe(404)
  })
})
