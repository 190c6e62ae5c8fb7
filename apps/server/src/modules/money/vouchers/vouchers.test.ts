import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { picturesPerDay } from '../../tools/files/service.ts'
import { missingVouchers, removeUnused, voucherStore } from './service.ts'

// Who sees a voucher: its uploader while nothing uses it, then whoever has its school in scope; for five minutes.

const { vouchers, contracts } = contract
let app: TestApp
let clerk: Client & { memberId: number }
let school: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool)
  clerk = await app.signedIn({ codes: ['finance:edit', 'finance:contract'] })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const get = (url: string) => app.app.inject({ method: 'GET', url })
const upload = async (who: Client) => (await who.call(vouchers.upload)).data.voucherId
const sees = async (who: Client, voucherId: number) =>
  (await who.call(vouchers.url, { voucherId })).code === 0
/** Uses a voucher for a contract of the school. */
const attach = (voucherId: number, who: Client = clerk) =>
  who.call(contracts.add, {
    schoolId: school,
    mode: 'rent',
    monthlyRent: 100,
    billingDay: 1,
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    deposit: 0,
    attachmentId: voucherId,
  })

test('its address is good for five minutes, as it was given, and kept by nobody', async () => {
  const voucherId = await upload(clerk)
  const asked = Date.now()
  const { url, expiresAt } = (await clerk.call(vouchers.url, { voucherId })).data
  const seconds = (Date.parse(expiresAt) - asked) / 1000
  expect(seconds).toBeGreaterThan(290)
  expect(seconds).toBeLessThan(310)
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'private, no-store',
  ])
  const { voucherLinks, pictureLinks } = app.services
  const [plain = ''] = url.split('?')
  const now = Math.floor(Date.now() / 1000)
  const name = plain.split('/').at(-1)
  const refused = [
    plain,
    url.replace(/e=\d+/, `e=${now + 9999}`),
    voucherLinks.sign(plain, now - 1),
    voucherLinks.sign(plain.replace(/.{37}$/, `${'x'.repeat(32)}.webp`), now + 100),
    // The signature of a picture is none of a voucher, and no voucher lies among the pictures.
    url.replace(/\?.*/, pictureLinks.sign(`/files/${name}`).replace(/.*\?/, '?')),
    pictureLinks.sign(`/files/${name}`),
  ]
  for (const address of refused) expect([address, (await get(address)).statusCode]).toEqual([address, 404])
})

test('is its uploader’s alone until something uses it, then its school’s', async () => {
  const colleague = await app.signedIn({ codes: ['finance:edit', 'finance:contract'] })
  const manager = await app.signedIn({ codes: ['finance:accCheck'], organs: [school] })
  const stranger = await app.signedIn({
    codes: ['order:edit'],
    organs: [await makeOrganisation(app.services.pool)],
  })
  const everybody = (voucherId: number) =>
    Promise.all([clerk, colleague, manager, stranger].map(who => sees(who, voucherId)))
  const voucherId = await upload(clerk)
  expect(await everybody(voucherId)).toEqual([true, false, false, false])
  expect((await attach(voucherId, colleague)).msg).toBe(errors.notFound.sentence('凭证'))
  expect((await attach(voucherId)).code).toBe(0)
  expect(await everybody(voucherId)).toEqual([true, true, true, false])
})

test('is a picture and nothing else, and no more of them than a day allows', async () => {
  const refused = await clerk.send(vouchers.upload, { file: Buffer.from('%PDF-1.7 contract') })
  expect(refused.msg).toBe(errors.notPicture.sentence())
  const broken = await clerk.send(vouchers.upload, { file: Buffer.from('\x89PNG\r\nbroken', 'latin1') })
  expect(broken.msg).toBe(errors.notPicture.sentence())
  expect(await rows('select from voucher')).toHaveLength(0)
  await rows(
    `insert into voucher (file, sha256, bytes, member_id)
     select lpad(n::text, 32, 'x') || '.webp', sha256('x'), 1, $1 from generate_series(1, $2::int) n`,
    [clerk.memberId, picturesPerDay],
  )
  expect((await clerk.call(vouchers.upload)).msg).toBe(errors.pictureQuota.sentence(`${picturesPerDay} 张`))
})

test('its file is for the account alone that the server runs under, also where an earlier version left it open', async () => {
  const { dataDir } = app.services.config
  const folder = join(dataDir, 'vouchers')
  rmSync(folder, { recursive: true, force: true })
  await upload(clerk)
  const paths = [folder, ...readdirSync(folder).map(name => join(folder, name))]
  const modes = () => paths.map(path => statSync(path).mode & 0o777)
  expect(modes()).toEqual([0o700, 0o600])
  for (const path of paths) chmodSync(path, 0o755)
  await voucherStore(app.services.files).close()
  expect(modes()).toEqual([0o700, 0o600])
})

test('goes with its file after a day without use; what is used stays, and is missed', async () => {
  const { dataDir } = app.services.config
  const folder = join(dataDir, 'vouchers')
  // Of the tests before.
  rmSync(folder, { recursive: true, force: true })
  const [unused, used] = [await upload(clerk), await upload(clerk)]
  await attach(used)
  const store = voucherStore(app.services.files)
  await removeUnused(app.services, store)
  expect(readdirSync(folder)).toHaveLength(2)
  await rows(`update voucher set uploaded_at = now() - interval '25 hours'`)
  await removeUnused(app.services, store)
  expect(await sees(clerk, unused)).toBe(false)
  const [file = ''] = readdirSync(folder)
  expect(readdirSync(folder)).toEqual([file])
  expect(await missingVouchers(app.services.db, app.services.files)).toEqual([])
  await store.remove(file)
  expect(existsSync(join(folder, file))).toBe(false)
  expect(await missingVouchers(app.services.db, app.services.files)).toEqual([file])
})
