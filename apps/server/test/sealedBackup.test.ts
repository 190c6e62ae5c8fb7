import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openingWith, sealingFor } from '../src/platform/keys/age.ts'
import { onePixel } from './app.ts'
import { query } from './database.ts'
import { adminPassword, tokenOf } from './load.ts'
import { patience } from './pace.ts'
import {
  exitCodeOf,
  killAll,
  launch,
  makeSite,
  operate,
  ownerUrlOf,
  type Site,
  untilReady,
} from './serverProcess.ts'

const lacksAge = spawnSync('age', ['--version']).status !== 0
const sealCommand = join(import.meta.dirname, '../dist/src/commands/seal.js')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drivesim-sealed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A pair of keys, as an operator makes it. */
function makeKeys(name: string) {
  const identity = join(folder, name)
  const said = execFileSync(process.execPath, [sealCommand, '--new-identity', identity], { encoding: 'utf8' })
  const recipient = /^BACKUP_RECIPIENTS=(age1\w+)$/m.exec(said)?.[1] ?? ''
  return { identity, recipient }
}

const seal = (args: readonly string[], input: Buffer, recipients = '') =>
  spawnSync(process.execPath, [sealCommand, ...args], {
    input,
    env: { PATH: process.env.PATH, BACKUP_RECIPIENTS: recipients },
  })

describe('back-ups', () => {
  let site: Site
  let other: Site
  beforeEach(async () => {
    site = await makeSite()
    other = await makeSite()
  })
  afterEach(() => killAll(site, other))

  async function upload(url: string): Promise<string> {
    const { upload } = contract.files
    const form = new FormData()
    form.set('file', new Blob([onePixel]), 'picture.png')
    const headers = { authorization: `Bearer ${await tokenOf(url)}` }
    const answer = await fetch(url + upload.path, { method: 'POST', headers, body: form })
    return z.object({ data: upload.reply }).parse(await answer.json()).data.url
  }

  const filesIn = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
      statSync(join(root, name)).isFile(),
    )

  test('are encrypted for their recipients whole, and opened by an identity alone', {
    timeout: patience(180_000),
  }, async () => {
    const run = launch(site, { ADMIN_PASSWORD: adminPassword })
    await untilReady(site, run)
    const url = await upload(site.url)
    const target = join(folder, 'monday')

    // New, and not for anybody's eyes: whoever does not encrypt says so.
    expect(await operate(site, 'backup', target)).toMatchObject({
      code: 1,
      said: expect.stringContaining('应当加密'),
    })
    expect(readdirSync(folder)).toEqual([])
    expect(await operate(site, 'backup', join(folder, 'plain'), '--plain')).toMatchObject({ code: 0 })

    const [mine, safe, theirs] = [makeKeys('mine'), makeKeys('safe'), makeKeys('theirs')]
    const sealed = { ...site, env: { BACKUP_RECIPIENTS: `${mine.recipient},${safe.recipient}` } }
    expect(await operate(sealed, 'backup', target, '--plain')).toMatchObject({ code: 1 })
    const saved = await operate(sealed, 'backup', target)
    expect(saved, saved.said).toMatchObject({ code: 0, said: expect.stringContaining('已加密备份') })
    const names = filesIn(target)
    expect(names.filter(name => !name.endsWith('.age'))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['backup.json.age', 'data.key.age', 'jwt.secret.age']))
    expect(names.some(name => name.startsWith('files/'))).toBe(true)
    expect(names.map(name => name.replace(/\.age$/, '')).toSorted()).toEqual(
      filesIn(join(folder, 'plain')).toSorted(),
    )
    const dataKey = readFileSync(join(site.dataDir, 'data.key'), 'utf8').trim()
    for (const name of names) {
      const content = readFileSync(join(target, name))
      expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
      expect(content.includes(dataKey) || content.includes('"migrations"')).toBe(false)
      expect(statSync(join(target, name)).mode & 0o077).toBe(0)
    }
    run.child.kill('SIGINT')
    await exitCodeOf(run)

    for (const [rest, sentence] of [
      [[], '已加密，请用 --identity'],
      [['--identity', theirs.identity], '是不是这份备份的'],
      [['--identity', join(folder, 'none')], '读不了私钥文件'],
      [['--identity', join(target, 'backup.json.age')], '不是 age 的私钥文件'],
    ] as const)
      expect(await operate(other, 'restore', target, ...rest)).toMatchObject({
        code: 1,
        said: expect.stringContaining(sentence),
      })
    const plain = join(folder, 'plain')
    expect(await operate(other, 'restore', plain, '--identity', safe.identity)).toMatchObject({
      code: 1,
      said: expect.stringContaining('没有加密'),
    })
    expect(existsSync(join(other.dataDir, 'postgres'))).toBe(false)

    const foreign = `${'x'.repeat(32)}.webp`
    writeFileSync(join(target, 'files', `${foreign}.age`), seal([], onePixel, mine.recipient).stdout)
    const restored = await operate(other, 'restore', target, '--identity', safe.identity)
    expect(restored, restored.said).toMatchObject({ code: 0 })
    expect(readFileSync(join(other.dataDir, 'data.key'), 'utf8').trim()).toBe(dataKey)
    // What the manifest does not name is left alone.
    expect(readdirSync(join(other.dataDir, 'files'))).toEqual(readdirSync(join(site.dataDir, 'files')))
    expect(readdirSync(join(target, 'files'))).toContain(`${foreign}.age`)
    const checked = await operate(other, 'checkData')
    expect(checked, checked.said).toMatchObject({ code: 0 })
    await untilReady(other, launch(other))
    expect(await tokenOf(other.url)).not.toBe('')
    expect((await fetch(new URL(url, other.url))).status).toBe(200)
    // As an installation of before that was upgraded.
    await query(ownerUrlOf(other), 'delete from sealed_backups')
    expect(await operate(other, 'backup', join(folder, 'tuesday'))).toMatchObject({
      code: 0,
      said: expect.stringContaining('没有加密'),
    })
  })

  test('that were changed or cut off are refused before anything is begun', {
    timeout: patience(120_000),
  }, async () => {
    const run = launch(site, { ADMIN_PASSWORD: adminPassword })
    await untilReady(site, run)
    const { identity, recipient } = makeKeys('mine')
    const target = join(folder, 'monday')
    const sealed = { ...site, env: { BACKUP_RECIPIENTS: recipient } }
    expect(await operate(sealed, 'backup', target)).toMatchObject({ code: 0 })
    const table = join(target, 'tables/member.gz.age')
    const kept = readFileSync(table)
    const changed = Buffer.from(kept)
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1)
    // One sealed for us by somebody else is not what the manifest says either.
    const foreign = seal([], Buffer.from('rows of others'), recipient).stdout
    for (const content of [changed, kept.subarray(0, -1), foreign]) {
      writeFileSync(table, content)
      expect(await operate(other, 'restore', target, '--identity', identity)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/备份已损坏：.*member\.gz\.age/),
      })
    }
    writeFileSync(table, kept)
    // So of the other files.
    const jwt = join(target, 'jwt.secret.age')
    const secret = readFileSync(jwt)
    writeFileSync(jwt, seal([], Buffer.from('0'.repeat(64)), recipient).stdout)
    expect(await operate(other, 'restore', target, '--identity', identity)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/备份已损坏：.*jwt\.secret\.age/),
    })
    writeFileSync(jwt, secret)
    appendFileSync(join(target, 'backup.json.age'), '!')
    expect(await operate(other, 'restore', target, '--identity', identity)).toMatchObject({ code: 1 })
    expect(existsSync(join(other.dataDir, 'postgres'))).toBe(false)
  })
})

describe('npm run seal', () => {
  test('encrypts what is piped in, and gives it back to an identity', () => {
    const [mine, theirs] = [makeKeys('mine'), makeKeys('theirs')]
    expect(statSync(mine.identity).mode & 0o777).toBe(0o600)
    const dump = Buffer.from('create table …\n'.repeat(20_000))
    const { stdout: sealed } = seal([], dump, mine.recipient)
    expect(sealed.includes('create table')).toBe(false)
    expect(seal(['--identity', mine.identity], sealed).stdout.equals(dump)).toBe(true)
    expect(seal(['--identity', theirs.identity], sealed)).toMatchObject({ status: 1 })
    expect(seal(['--identity', mine.identity], sealed.subarray(0, -1))).toMatchObject({ status: 1 })
    expect(String(seal([], dump).stderr)).toContain('没有设置 BACKUP_RECIPIENTS')
    expect(String(seal([], dump, `${mine.recipient}q`).stderr)).toContain('不是 age 公钥')
    expect(String(seal(['--new-identity', mine.identity], dump).stderr)).toContain('请给出一个新的文件')
  })

  test.skipIf(lacksAge)('is understood by age, and understands it (needs age)', () => {
    const { identity, recipient } = makeKeys('mine')
    const text = Buffer.from('学员\n'.repeat(50_000))
    const ours = seal([], text, recipient).stdout
    expect(execFileSync('age', ['-d', '-i', identity], { input: ours, maxBuffer: 1e8 }).equals(text)).toBe(
      true,
    )
    const theirs = execFileSync('age', ['-r', recipient], { input: text, maxBuffer: 1e8 })
    expect(seal(['--identity', identity], theirs).stdout.equals(text)).toBe(true)
  })

  test('needs little memory, however much is piped through', { timeout: patience(120_000) }, async () => {
    const { identity, recipient } = makeKeys('mine')
    const secret = /AGE-SECRET-KEY-\w+/.exec(readFileSync(identity, 'utf8'))?.[0] ?? ''
    const part = Buffer.alloc(1024 ** 2, 7)
    let given = 0
    let most = 0
    let taken = 0
    async function* source() {
      for (; given < 96; given += 1) yield part
    }
    for await (const chunk of openingWith([secret])(sealingFor([recipient])(source()))) {
      taken += chunk.length
      most = Math.max(most, given * part.length - taken)
    }
    expect(taken).toBe(96 * part.length)
    // What is between both ends is what waits in memory.
    expect(most).toBeLessThan(8 * part.length)
  })
})
