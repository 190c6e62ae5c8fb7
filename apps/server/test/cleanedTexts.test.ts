import { contract } from '@drivesim/contract'
import { cleanCode, cleanName, cleanNumber, cleanPhone, cleanText } from '@drivesim/contract/cleaned'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from './app.ts'
import { query } from './database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from './factories.ts'
import { wrongIn } from './wrongData.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

/** What was stored before anything was cleaned. */
const store = (sql: string) => query(app.database.ownerUrl, sql)
const clean = () => store('select clean_stored_texts()')
const unclean = () => store('select table_name, row_id::int, same_as::int[], nothing from unclean_texts()')

test('the database cleans as the contract does', async () => {
  const signs = Array.from({ length: 0xfffd }, (_, code) => code + 1)
    .filter(code => code < 0xd800 || code > 0xdfff)
    // Where Unicode still adds letters, which the database may not know yet.
    .filter(code => code < 0xa700 || code > 0xa7ff)
    .filter(code => code < 0x3000 || code > 0xa4cf || code % 97 === 0 || code === 0x3000 || code === 0x3164)
    .map(code => `甲${String.fromCharCode(code)}1 ${String.fromCharCode(code)}`)
  const typed = [
    ...signs,
    ' 第一行\u200b\r\n第二行 👨\u200d👩\u200d👧 ',
    '张\u00a0 \u3000三 ',
    '\u200b\u3164\u2060',
    ' 浙Ａ·１２３４Ｘ',
    'SN—00１',
    '+86 139 0001 8888',
    '+86 0086-139-0001-8888',
    '8613900018888',
    '(0571) 8888 9999',
    '0571—88889999',
    '\u202d１３９０００１８８８８\u202c',
  ]
  const { rows } = await app.services.pool.query(
    `select typed, clean_text(typed) as text, clean_name(typed) as name, clean_code(typed) as code,
       clean_number(typed) as number, clean_phone(typed) as phone
     from unnest($1::text[]) typed`,
    [typed],
  )
  const differently = rows.filter(
    ({ typed, ...cleaned }) =>
      JSON.stringify(cleaned) !==
      JSON.stringify({
        text: cleanText(typed),
        name: cleanName(typed),
        code: cleanCode(typed),
        number: cleanNumber(typed),
        phone: cleanPhone(typed),
      }),
  )
  expect(rows).toHaveLength(typed.length)
  expect(differently).toEqual([])
})

test('what was stored is cleaned, found and shown as if it had been typed today', async () => {
  const { pool } = app.services
  const school = await makeOrganisation(pool, { name: '甲驾校\u200b' })
  const room = await makeClassroom(pool, school)
  await makeSimulator(pool, { organ: school, room, sn: 'SN-001', carNum: ' 浙Ａ·１２３４Ｘ' })
  await makeStudent(pool, school, '\u202e隐\u00a0五')
  await store(`update student set phone = ' 139 0001-8888', name_initials = U&'\\202Ey\\00A0w'`)
  await clean()

  const admin = await app.signedIn({ codes: ['student:edit', 'device:simulator'] })
  const students = await admin.call(contract.students.list, { paramValue: '隐 五' })
  expect(students.data.dataList).toMatchObject([{ userName: '隐 五', schoolName: '甲驾校' }])
  const byPhone = await admin.call(contract.students.list, { paramValue: '13900018888' })
  expect(byPhone.data.totalDataNum).toBe(1)
  const devices = await admin.call(contract.devices.list, { simulatorNum: 'SN-001' })
  expect(devices.data.dataList).toMatchObject([{ simulatorNum: 'SN-001', carNum: '浙A·1234X' }])
  expect(await store('select name_initials from student')).toEqual([{ name_initials: 'y w' }])
  expect(await unclean()).toEqual([])
  expect(await wrongIn(app)).toEqual([])
})

test('rows that would become one stay as they are and are told of; so does a name of nothing', async () => {
  const { pool } = app.services
  const school = await makeOrganisation(pool, { name: '甲驾校' })
  const other = await makeOrganisation(pool, { name: '乙驾校' })
  const first = await makeStudent(pool, school, '隐五')
  const second = await makeStudent(pool, school, '隐五\u200b')
  const third = await makeStudent(pool, school, '隐五\u3000')
  const nobody = await makeStudent(pool, school, '\u200b')
  const elsewhere = await makeStudent(pool, other, '隐五\u200b')
  const names = () => store('select id::int, name from student order by id')
  const before = (await names()) as { id: number; name: string }[]
  await clean()

  expect(await names()).toEqual(before.map(row => (row.id === elsewhere ? { ...row, name: '隐五' } : row)))
  const of = (row: number, same: number[], nothing = false) => ({
    table_name: 'student',
    row_id: row,
    same_as: same,
    nothing,
  })
  expect(await unclean()).toEqual([
    of(second, [first, third]),
    of(third, [first, second]),
    of(nobody, [], true),
  ])
  expect(await wrongIn(app)).toMatchObject([{ wrong: 3 }])

  // Somebody decides: it is another person.
  await store(`update student set name = '隐小五' where id = ${second}`)
  await store(`update student set name = '隐老五' where id = ${third}`)
  await store(`update student set name = '无名' where id = ${nobody}`)
  expect(await wrongIn(app)).toEqual([])
})
