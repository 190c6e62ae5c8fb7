import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, errors } from '@drivesim/contract'
import { afterEach, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp, testSecret } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { idNumberOf } from '../../../../test/idNumber.ts'
import { wrongIn } from '../../../../test/wrongData.ts'
import { build } from '../../../app.ts'
import { openDb, openPool } from '../../../platform/postgres/db.ts'
import { readConfig } from '../../../platform/start/config.ts'
import { StartError } from '../../../platform/start/startError.ts'
import { rotateKeys } from './service.ts'

const { add, modify, enrol, reveal, info, import: importCall } = contract.students
let app: TestApp
let admin: Client
let school: number
let other: number
const undo: (() => Promise<unknown>)[] = []

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool)
  other = await makeOrganisation(app.services.pool)
  admin = await app.signedIn({
    codes: ['student:edit', 'student:reveal', 'device', 'device:simulator', 'device:edit'],
  })
})
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

const person = (index: number) => ({
  userName: `学员${index}`,
  userPhone: `1380000${String(index).padStart(4, '0')}`,
  idNumber: idNumberOf(index),
  gearType: 'C1' as const,
})
const addOne = async (index: number, schoolId = school) =>
  (await admin.call(add, { ...person(index), schoolId })).data.userId
const revealed = async (userId: number) =>
  (await admin.call(reveal, { userId, reason: '核对证件' })).data.idNumber
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const keptKeys = () => readFileSync(join(app.services.config.dataDir, 'data.key'), 'utf8').trim().split('\n')
const wrong = () => wrongIn(app)
const genuine = '每个身份证号都能用现有密钥解开，且属于该学员'

/** Another server on the same database and folder, with a key of the environment. */
const serverEnv = (key: string) => ({
  DATABASE_URL: app.database.appUrl,
  DATA_DIR: app.services.config.dataDir,
  MQTT_PORT: '0',
  NOTICES: '0',
  JWT_SECRET: testSecret,
  DATA_KEY: key,
})

/** As `npm run rotate-keys` does it. @returns what it said */
async function rotate(given: Partial<TestApp['services']['config']> = {}, say?: (line: string) => void) {
  const db = openDb(openPool(app.database.ownerUrl, 1))
  const said: string[] = []
  try {
    await rotateKeys(db, { ...app.services.config, ...given }, line => {
      said.push(line)
      say?.(line)
    })
  } finally {
    await db.destroy()
  }
  return said
}

/** Ends as if the program was killed once the new key is in use, before anything was sealed with it. */
async function breakOff(): Promise<void> {
  const killed = new Error('killed')
  await expect(
    rotate({}, () => {
      throw killed
    }),
  ).rejects.toBe(killed)
}

/** Makes a student's row what versions before this one wrote. */
async function inFirstFormat(userId: number, idNumber: string): Promise<void> {
  const [key = Buffer.alloc(0)] = keptKeys().map(hex => Buffer.from(hex, 'hex'))
  const keyFor = (use: string) => createHmac('sha256', key).update(`id number ${use}`).digest()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor('sealing'), nonce)
  const text = Buffer.concat([cipher.update(idNumber, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text])
  const hash = createHmac('sha256', keyFor('hashing')).update(idNumber).digest()
  await sql('update student set id_number = $2, id_number_hash = $3 where id = $1', [userId, sealed, hash])
}

test('after a change of keys everything opens, with the new key alone, what older versions wrote too', async () => {
  const [first, second] = [await addOne(1), await addOne(2)]
  await inFirstFormat(second, person(2).idNumber)
  expect(await revealed(second)).toBe(person(2).idNumber)
  expect(await wrong()).toEqual([])
  const [before] = keptKeys()

  expect((await rotate()).at(-1)).toContain('旧密钥已从数据文件夹删除')
  expect(keptKeys()).toHaveLength(1)
  expect(keptKeys()).not.toContain(before)
  expect(await revealed(first)).toBe(person(1).idNumber)
  expect(await revealed(second)).toBe(person(2).idNumber)
  expect(await wrong()).toEqual([])
  expect(await sql('select previous_id from data_key')).toEqual([{ previous_id: null }])
  expect(await sql('select count(distinct substring(id_number for 5))::int as keys from student')).toEqual([
    { keys: 1 },
  ])
  expect(await admin.call(add, { ...person(1), schoolId: school, userPhone: '13900000000' })).toMatchObject({
    code: errors.idNumberTaken.code,
  })
})

test('a sealed ID number that is moved to another row does not open, and is found', async () => {
  const [first, second] = [await addOne(1), await addOne(2, other)]
  await sql(
    `update student s set id_number = o.id_number, id_number_hash = o.id_number_hash, id_number_tail = o.id_number_tail
     from student o where s.id = $1 and o.id = $2`,
    [second, first],
  )
  expect((await admin.call(reveal, { userId: second, reason: '核对证件' })).code).toBe(errors.unexpected.code)
  expect(await wrong()).toEqual([{ title: genuine, wrong: 1, first: JSON.stringify({ student_id: second }) }])
  await expect(rotate()).rejects.toThrow('有 1 个身份证号用新密钥打不开')
  expect(keptKeys()).toHaveLength(2)
  expect(await revealed(first)).toBe(person(1).idNumber)
})

test('people go on adding students while the keys are changed', async () => {
  await addOne(0)
  const before = Array.from({ length: 20 }, (_, index) => addOne(index + 1))
  const [, ...added] = await Promise.all([rotate(), ...before])
  for (const [index, userId] of added.entries())
    expect(await revealed(userId)).toBe(person(index + 1).idNumber)
  expect(await wrong()).toEqual([])
  expect(await sql('select count(distinct substring(id_number for 5))::int as keys from student')).toEqual([
    { keys: 1 },
  ])
})

test('broken off, it goes on where it was; meanwhile nobody is enrolled twice', async () => {
  const [here, there] = [await addOne(1), await addOne(2, other)]
  await breakOff()
  expect(keptKeys()).toHaveLength(2)
  expect(await revealed(here)).toBe(person(1).idNumber)

  const again = { ...person(1), schoolId: school, userPhone: '13900000000' }
  expect(await admin.call(add, again)).toMatchObject({ code: errors.idNumberTaken.code })
  const inFile = await admin.call(importCall, {
    schoolId: school,
    students: [{ ...person(1), userPhone: '13900000000' }],
    mode: 'valid',
  })
  expect(inFile.data).toMatchObject({ accepted: 0, refused: [{ reasons: ['该身份证号已是本驾校的学员'] }] })
  const named = { ...person(2), userPhone: '13900000000', schoolId: school }
  expect(await admin.call(add, named)).toMatchObject({ code: 0 })
  expect(await admin.call(enrol, { userId: there, kind: 'transfer', schoolId: school })).toMatchObject({
    code: errors.idNumberTaken.code,
  })

  expect(await rotate()).toContain('上一次更换没有完成，现在接着做')
  expect(keptKeys()).toHaveLength(1)
  expect(await wrong()).toEqual([])
  expect(await revealed(here)).toBe(person(1).idNumber)
})

test('while keys are changed, the same person under old and new key is one, however many ask at once', async () => {
  const movers = await Promise.all([1, 2, 3, 4].map(() => makeOrganisation(app.services.pool)))
  const students = await Promise.all(movers.map((from, index) => addOne(7, from).then(id => ({ id, index }))))
  await breakOff()
  const answers = await Promise.all([
    ...students.map(({ id }) => admin.call(enrol, { userId: id, kind: 'transfer', schoolId: school })),
    ...[1, 2, 3, 4].map(index =>
      admin.call(add, { ...person(7), userPhone: `1390000000${index}`, schoolId: school }),
    ),
  ])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  await rotate()
})

test('a form that was open meanwhile is saved, and labels printed before are good after', async () => {
  const userId = await addOne(1)
  const room = await makeClassroom(app.services.pool, school)
  const { id } = await makeSimulator(app.services.pool, { organ: school, room })
  const label = async () => (await admin.call(contract.devices.qrCode, { simulatorId: id })).data.url
  const printed = await label()
  const version = (await admin.call(info, { userId })).data.base?.version
  await rotate()
  await rotate()
  const { idNumber: _same, ...form } = person(1)
  expect(await admin.call(modify, { ...form, userId, version })).toMatchObject({ code: 0 })
  expect(await label()).toBe(printed)
})

/** Nobody writes students until the work given is done. */
async function whileNobodyWrites(work: () => Promise<void>): Promise<void> {
  const pool = openPool(app.database.ownerUrl, 1)
  const connection = await pool.connect()
  await connection.query('begin')
  await connection.query('lock table student in exclusive mode')
  try {
    await work()
  } finally {
    await connection.query('rollback')
    connection.release()
    await pool.end()
  }
}
/** Of the server's own connections only the locks can be seen, of those as the owner also what they wait for. */
const waiting = (count: number) =>
  until(`${count} wait`, async () => {
    const rows = await sql(`select pid from pg_locks where not granted and relation = 'student'::regclass
      union select pid from pg_stat_activity
      where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`)
    return rows.length === count
  })

test('only one changes keys at a time', async () => {
  await addOne(1)
  let first: Promise<unknown> = Promise.resolve()
  await whileNobodyWrites(async () => {
    first = rotate()
    await waiting(1)
    await expect(rotate()).rejects.toThrow('正在运行')
  })
  await first
})

test('a change of keys waits for who began to write with the key that was', async () => {
  // Nothing is sealed yet: a change of keys that waits for nobody is over at once.
  await rotate()
  let adding: Promise<unknown> = Promise.resolve()
  let rotating: Promise<unknown> = Promise.resolve()
  await whileNobodyWrites(async () => {
    adding = addOne(1)
    await waiting(1)
    rotating = rotate()
    await Promise.race([rotating, waiting(2)])
  })
  await Promise.all([adding, rotating])
  expect(
    await sql(`select count(*)::int as students from student, data_key
      where encode(substring(id_number from 2 for 4), 'hex') = current_id`),
  ).toEqual([{ students: 1 }])
})

test('with keys of the environment, the new one must be given first', async () => {
  const userId = await addOne(1)
  const [own] = keptKeys()
  const fresh = 'ab'.repeat(32)
  await expect(rotate({ dataKey: own })).rejects.toThrow('DATA_KEY_PREVIOUS')
  await expect(rotate({ dataKey: fresh })).rejects.toThrow('请给出原来的 DATA_KEY')
  expect((await rotate({ dataKey: fresh, previousDataKey: own })).at(-1)).toContain('DATA_KEY_PREVIOUS')
  const given = serverEnv(fresh)
  const restarted = await build({ config: readConfig(given), databaseUrl: app.database.appUrl })
  undo.push(restarted.close)
  expect(restarted.services.dataKeys.newest.bytes.toString('hex')).toBe(fresh)
  // What the server of this test has is the old key alone: it says so rather than write what nobody could read.
  expect((await admin.call(reveal, { userId, reason: '核对证件' })).code).toBe(errors.unexpected.code)
})

test('a server is not started with other keys than its database has', async () => {
  await addOne(1)
  const given = serverEnv('cd'.repeat(32))
  await expect(
    build({ config: readConfig(given), databaseUrl: app.database.appUrl }).then(({ close }) => close()),
  ).rejects.toThrow(StartError)
})
