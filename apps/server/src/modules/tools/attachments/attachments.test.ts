import { attachmentCalls, errors, mostOfRecord, workOrders } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { pdf } from '../../../../test/pdfs.ts'
import { missingOfRecords, removeUnused } from './service.ts'
import { attachmentStore } from './upload.service.ts'

// 附件 beside records: who may see a work order sees its files, and a file is taken once.

let app: TestApp
let technician: Client & { memberId: number }
let colleague: typeof technician
let foreign: typeof technician
let orderId: number
const calls = attachmentCalls.workOrder

beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  const school = await makeOrganisation(pool)
  const room = await makeClassroom(pool, school)
  const { id } = await makeSimulator(pool, { organ: school, room })
  const codes = ['ops', 'ops:report'] as const
  technician = await app.signedIn({ codes: [...codes], organs: [school] })
  colleague = await app.signedIn({ codes: [...codes], organs: [school] })
  foreign = await app.signedIn({ codes: [...codes], organs: [await makeOrganisation(pool)] })
  const added = await technician.call(workOrders.add, {
    simulatorId: id,
    componentKindId: 1,
    description: '坏',
  })
  orderId = added.data.orderId
})

const upload = async (file: Buffer = pdf(), by: Client = technician) => {
  const answer = await by.send(calls.upload, { file })
  return { code: answer.code, ...(answer.data as { attachmentId: number }) }
}
const add = (attachmentId: number, by: Client = technician, name = '报价单.pdf') =>
  by.call(calls.add, { subjectId: orderId, attachmentId, name })
const names = async (by: Client = colleague) =>
  (await by.call(calls.list, { subjectId: orderId })).data.map(({ name }) => name)

test('a file is shown to who sees the record, and saved from an address of minutes, as a download that runs nothing', async () => {
  const { attachmentId } = await upload()
  expect(await add(attachmentId, colleague)).toMatchObject({ code: errors.notFound.code })
  expect(await add(attachmentId)).toMatchObject({ code: 0 })
  expect(await add(attachmentId)).toMatchObject({ code: errors.notFound.code })
  expect(await names()).toEqual(['报价单.pdf'])
  const one = { subjectId: orderId, attachmentId }
  for (const call of [calls.list, calls.url, calls.remove])
    expect(await foreign.send(call, one)).toMatchObject({ code: errors.notFound.code })
  const { url } = (await colleague.call(calls.url, one)).data
  const got = await app.app.inject({ url })
  expect([got.statusCode, got.rawPayload.equals(pdf())]).toEqual([200, true])
  expect(got.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('报价单.pdf')}`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  expect((await app.app.inject({ url: url.replace(/\?.*/, '') })).statusCode).toBe(404)
  expect(await technician.call(calls.remove, one)).toMatchObject({ code: 0 })
  expect(await names()).toEqual([])
  expect(await colleague.call(calls.url, one)).toMatchObject({ code: errors.notFound.code })
})

test.each([
  ['a script', pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), errors.pdfActive],
  ['an act on opening by reference', pdf({ catalogue: '/OpenAction 9 0 R' }), errors.pdfActive],
  ['a form', pdf({ catalogue: '/AcroForm 9 0 R' }), errors.pdfActive],
  ['51 pages', pdf({ pages: 51 }), errors.pdfTooLong],
  ['neither picture nor PDF', Buffer.from('MZ program'), errors.attachmentKind],
])('%s is refused', async (_, file, refusal) => {
  expect(await upload(file)).toMatchObject({ code: refusal.code })
  expect(await query(app.database.ownerUrl, 'select from attachment')).toEqual([])
})

test('a PDF that opens at a page is taken', async () => {
  expect(await upload(pdf({ catalogue: '/OpenAction [100 0 R /Fit]' }))).toMatchObject({ code: 0 })
})

test('a record has nine, also where twelve are added at once', async () => {
  // One after the other: the process that checks them takes few of one person.
  const sent: { attachmentId: number }[] = []
  for (let n = 0; n < 12; n++) sent.push(await upload())
  const answers = await Promise.all(sent.map(({ attachmentId }) => add(attachmentId)))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(mostOfRecord)
  expect(answers.filter(({ code }) => code === errors.attachmentsFull.code)).toHaveLength(12 - mostOfRecord)
})

test('what no record took goes after a day; what one has stays, and is missed', async () => {
  await upload()
  const { attachmentId } = await upload()
  await add(attachmentId)
  await query(app.database.ownerUrl, `update attachment set uploaded_at = now() - interval '25 hours'`)
  const store = attachmentStore(app.services.files)
  await removeUnused(app.services, store)
  const rows = await query(app.database.ownerUrl, 'select id::int, file from attachment')
  expect(rows).toMatchObject([{ id: attachmentId }])
  expect(await missingOfRecords(app.services.db, app.services.files)).toEqual([])
  const [{ file = '' } = {}] = rows as { file: string }[]
  await store.remove(file)
  expect(await missingOfRecords(app.services.db, app.services.files)).toEqual([file])
})
