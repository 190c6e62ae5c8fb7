import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@drivesim/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startEmbeddedPostgres } from '../src/platform/postgres/embeddedPostgres.ts'
import { onePixel } from './app.ts'
import { query } from './database.ts'
import { adminPassword, openLoad, tokenOf } from './load.ts'
import { patience } from './pace.ts'
import { s3Server } from './s3Server.ts'
import {
  exitCodeOf,
  killAll,
  launch,
  makeSite,
  operate,
  ownerUrlOf,
  pollUntil,
  type Site,
  untilReady,
} from './serverProcess.ts'

let site: Site
let other: Site
let folder: string

beforeEach(async () => {
  site = await makeSite()
  other = await makeSite()
  folder = mkdtempSync(join(tmpdir(), 'drivesim-backup-'))
})
afterEach(async () => {
  await killAll(site, other)
  rmSync(folder, { recursive: true })
})

async function send(url: string, path: string): Promise<unknown> {
  const form = new FormData()
  form.set('file', new Blob([onePixel]), 'picture.png')
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(url)}` },
    body: form,
  })
  return response.json()
}
async function upload(url: string): Promise<string> {
  const { upload } = contract.files
  return z.object({ data: upload.reply }).parse(await send(url, upload.path)).data.url
}

// Linux alone says which libraries a process has.
test.runIf(process.platform === 'linux')(
  'the server never loads what decodes pictures; that ends with it',
  async () => {
    const run = launch(site, { ADMIN_PASSWORD: adminPassword })
    await untilReady(site, run)
    const libraries = () => readFileSync(`/proc/${run.child.pid}/maps`, 'utf8')
    expect(libraries()).toMatch(/argon2/)
    await upload(site.url)
    expect(libraries()).not.toMatch(/sharp|vips/)

    const children = readFileSync(`/proc/${run.child.pid}/task/${run.child.pid}/children`, 'utf8').split(' ')
    const commandOf = (pid: string) => `/proc/${pid}/cmdline`
    const isForPictures = (pid: string) => readFileSync(commandOf(pid), 'utf8').includes('pictureProgram')
    const [forPictures] = children.filter(Boolean).filter(isForPictures)
    if (forPictures === undefined) throw new Error('no process for pictures')
    run.child.kill('SIGKILL')
    await pollUntil(() => !existsSync(commandOf(forPictures)))
  },
)

test('a back-up taken while people and devices write is restored whole, and the server starts from it', {
  timeout: patience(180_000),
}, async () => {
  const run = launch(site, { ADMIN_PASSWORD: adminPassword })
  await untilReady(site, run)
  const url = await upload(site.url)
  await send(site.url, `/dm-api${contract.bills.uploadAttachment.path}`)
  const filesOf = (root: string) =>
    ['files', 'attachments'].flatMap(folder =>
      readdirSync(join(root, folder)).map(name => join(folder, name)),
    )
  const pictures = filesOf(site.dataDir)
  expect(pictures).toHaveLength(2)
  // As earlier versions left them.
  for (const name of pictures) chmodSync(join(site.dataDir, name), 0o644)
  const load = await openLoad(site, ownerUrlOf(site))
  await load.flows()
  const promised = load.promised()
  const target = join(folder, 'monday')
  const saved = await operate(site, 'backup', target, '--plain')
  expect(saved, saved.said).toMatchObject({ code: 0 })
  expect(await query(ownerUrlOf(site), 'select from backup_made')).toHaveLength(1)
  await load.flows()
  await load.stop()
  expect([...load.refused]).toEqual([])

  expect(await operate(site, 'backup', target, '--plain')).toMatchObject({
    code: 1,
    said: expect.stringContaining('不是空的'),
  })
  expect(await operate(site, 'restore', target)).toMatchObject({
    code: 1,
    said: expect.stringContaining('不是空的'),
  })
  run.child.kill('SIGINT')
  await exitCodeOf(run)

  const restored = await operate(other, 'restore', target)
  expect(restored, restored.said).toMatchObject({ code: 0 })
  expect(await operate(other, 'checkData')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^[^✗]*✓ 每人的操作次数与操作日志一致[^✗]*$/),
  })
  for (const root of [target, other.dataDir]) {
    expect(filesOf(root)).toEqual(expect.arrayContaining(pictures))
    const open = pictures.filter(name => statSync(join(root, name)).mode & 0o077)
    expect(open).toEqual([])
  }
  await untilReady(other, launch(other))
  await load.verify({ promised, ownerUrl: ownerUrlOf(other) })
  expect(await tokenOf(other.url)).not.toBe('')
  expect((await fetch(new URL(url, other.url))).status).toBe(200)
  const again = await openLoad(other, ownerUrlOf(other))
  await again.flows()
  await again.stop()
  await again.verify()
})

test('what one machine had goes on in an external database, and comes back from there', {
  timeout: patience(180_000),
}, async () => {
  const run = launch(site, { ADMIN_PASSWORD: adminPassword })
  await untilReady(site, run)
  const url = await upload(site.url)
  const load = await openLoad(site, ownerUrlOf(site))
  await load.flows()
  await load.stop()
  const promised = load.promised()
  run.child.kill('SIGINT')
  await exitCodeOf(run)
  const target = join(folder, 'monday')
  expect(await operate(site, 'backup', target, '--plain')).toMatchObject({ code: 0 })

  const dataDir = join(folder, 'external')
  const database = await startEmbeddedPostgres({ dataDir })
  try {
    const [appUrl, ownerUrl] = await emptyTwin(database)
    const outside = { ...other, env: { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl } }
    expect(await operate(outside, 'restore', target)).toMatchObject({
      code: 1,
      said: expect.stringContaining('grant set on parameter session_replication_role to drivesim_owner'),
    })
    await query(database.adminUrl, 'grant set on parameter session_replication_role to drivesim_owner')
    const restored = await operate(outside, 'restore', target)
    expect(restored, restored.said).toMatchObject({ code: 0 })
    expect(await operate({ ...outside, dataDir: join(folder, 'again') }, 'restore', target)).toMatchObject({
      code: 1,
      said: expect.stringContaining('不是空的'),
    })
    // As one that was broken off leaves it.
    await query(ownerUrl, 'create table unfinished_restore ()')
    const refused = launch(outside)
    expect(await exitCodeOf(refused)).toBe(1)
    expect(refused.said()).toContain('数据库里有一次没有完成的恢复')
    await query(ownerUrl, 'drop table unfinished_restore')
    const again = launch(outside)
    await untilReady(outside, again)
    await load.verify({ promised, ownerUrl })
    expect((await fetch(new URL(url, outside.url))).status).toBe(200)
    const saved = join(folder, 'tuesday')
    expect(await operate(outside, 'backup', saved, '--plain')).toMatchObject({ code: 0 })
    again.child.kill('SIGINT')
    await exitCodeOf(again)

    const third = await makeSite()
    expect(await operate(third, 'restore', saved)).toMatchObject({ code: 0 })
    await untilReady(third, launch(third))
    await load.verify({ promised, ownerUrl: ownerUrlOf(third) })
    await killAll(third)
  } finally {
    await database.stop()
  }
})

/** A database with nothing in it beside that of a server. @returns its addresses: of the application's role, and the owner's */
async function emptyTwin({ adminUrl, appUrl, ownerUrl }: Awaited<ReturnType<typeof startEmbeddedPostgres>>) {
  await query(
    adminUrl,
    `create database twin owner drivesim_owner template template0 encoding 'UTF8' locale_provider icu icu_locale 'zh-CN' locale 'C.UTF-8'`,
  )
  return [appUrl, ownerUrl].map(url => url.replace(/\/drivesim(?=$|\?)/, '/twin')) as [string, string]
}

test('with FILES_URL the files of the bucket are saved, and restored into the bucket', {
  timeout: patience(120_000),
}, async () => {
  const store = await s3Server()
  const env = { FILES_URL: store.url }
  const [from, to] = [
    { ...site, env },
    { ...other, env },
  ]
  const run = launch(from, { ADMIN_PASSWORD: adminPassword })
  await untilReady(from, run)
  const url = await upload(site.url)
  const names = store.names('files')
  expect(names).toHaveLength(1)
  expect(existsSync(join(site.dataDir, 'files'))).toBe(false)
  const target = join(folder, 'wednesday')
  const saved = await operate(from, 'backup', target, '--plain')
  expect(saved, saved.said).toMatchObject({ code: 0 })
  expect(readdirSync(join(target, 'files'))).toEqual(names)
  run.child.kill('SIGINT')
  await exitCodeOf(run)
  // Another store, with nothing in it.
  const empty = await s3Server()
  const elsewhere = { ...to, env: { FILES_URL: empty.url } }
  const restored = await operate(elsewhere, 'restore', target)
  expect(restored, restored.said).toMatchObject({
    code: 0,
    said: expect.stringContaining('图片和文件恢复到 FILES_URL 指明的存储'),
  })
  expect(empty.names('files')).toEqual(names)
  await untilReady(elsewhere, launch(elsewhere))
  expect((await fetch(new URL(url, other.url))).status).toBe(200)
  await empty.kill()
  // Away, it is said before anything is begun.
  expect(await operate({ ...elsewhere, env }, 'backup', join(folder, 'thursday'), '--plain')).toMatchObject({
    code: 0,
  })
  await store.kill()
  expect(await operate({ ...elsewhere, env }, 'backup', join(folder, 'friday'), '--plain')).toMatchObject({
    code: 1,
    said: expect.stringContaining('图片和文件的存储暂时不可用'),
  })
  expect(existsSync(join(folder, 'friday.unfinished'))).toBe(false)
})

test('what is no whole back-up is refused, and so is a restore that was broken off', {
  timeout: patience(120_000),
}, async () => {
  expect(await operate(other, 'restore', folder)).toMatchObject({
    code: 1,
    said: expect.stringContaining('没有完整的备份'),
  })
  const run = launch(site)
  await untilReady(site, run)
  const target = join(folder, 'tuesday')
  expect(await operate(site, 'backup', target, '--plain')).toMatchObject({ code: 0 })
  run.child.kill('SIGINT')
  await exitCodeOf(run)
  appendFileSync(join(target, 'tables/member.gz'), '!')
  expect(await operate(other, 'restore', target)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/备份已损坏：.*member\.gz/),
  })
  expect(existsSync(join(other.dataDir, 'postgres'))).toBe(false)
  writeFileSync(join(other.dataDir, 'restore.unfinished'), '')
  const refused = launch(other)
  expect(await exitCodeOf(refused)).toBe(1)
  expect(refused.said()).toContain('的恢复没有完成，请清空它')
})
