import { bills, errors, home, largestAttachment } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { before, last } from '../../../../test/calendar.ts'
import { Months, midMonth } from '../../../../test/months.ts'
import { pdf } from '../../../../test/pdfs.ts'
import { atOnce } from '../../../../test/till.ts'
import { dataAgrees } from '../../../../test/wrongData.ts'
import { closeDue } from './closing.service.ts'

// 异议往来: who says what about a bill, when, about which orders, and who reads it.

const today = businessDayOf(Date.now())
let app: TestApp
let months: Months
let keeper: Client
let school: Awaited<ReturnType<Months['school']>>
let checker: Client
let billId: number
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  months = await Months.of(app)
  keeper = months.keeper
  school = await months.school('甲驾校')
  checker = school.checker
  await months.sign(school.id)
  await months.online(school.student, 200_000, midMonth(before))
  await months.buy(school.clerk, school.student, school.id, 100_000, midMonth(before))
  billId = (await months.close(school.id, before)).billId
})
dataAgrees(() => app)

const info = async (who = keeper) => (await who.call(bills.info, { billId })).data
const codeOf = async (answer: Promise<{ code: number }>) => (await answer).code
const attach = async (who: Client, file = pdf()) => {
  const { data } = await who.send(bills.uploadAttachment, { file })
  return (data as { attachmentId: number }).attachmentId
}
const waitsFor = async (who: Client) =>
  Object.fromEntries((await who.call(home.todos)).data.map(todo => [todo.key, 'count' in todo && todo.count]))

test('is several rounds of objections and answers, read by both with orders, files, names and sides', async () => {
  const [order] = (await checker.call(bills.ordersToName, { billId })).data
  if (order === undefined) throw new Error('no order')
  const attachmentId = await attach(checker)
  await checker.call(bills.object, {
    ...{ billId, reason: '这一单没有上课', orders: [order, order] },
    attachments: [{ attachmentId, name: '情况说明.pdf' }],
  })
  await keeper.call(bills.remark, { billId, text: '请补传签字页' })
  await checker.call(bills.remark, { billId, text: '见照片' })
  await keeper.call(bills.answer, { billId, text: '已核对，照常结算' })
  await checker.call(bills.object, { billId, reason: '仍有疑问' })
  await checker.call(bills.withdraw, { billId })
  const { state, thread, events } = await info(checker)
  expect(state).toBe('toCheck')
  expect(thread).toMatchObject([
    {
      kind: 'objection',
      bySchool: true,
      organName: '甲驾校',
      text: '这一单没有上课',
      orders: [{ orderNo: order.orderNo, amount: 100_000, lineId: order.lineId }],
      attachments: [{ attachmentId, name: '情况说明.pdf', bytes: pdf().length }],
    },
    { kind: 'message', bySchool: false, memberName: '林婉清', text: '请补传签字页', orders: [] },
    { kind: 'message', bySchool: true, text: '见照片' },
    { kind: 'answer', bySchool: false, organName: '平台', text: '已核对，照常结算', attachments: [] },
    { kind: 'objection', text: '仍有疑问' },
    { kind: 'withdrawal', bySchool: true, text: null },
  ])
  expect(thread).toHaveLength(6)
  expect(events.map(({ kind }) => kind)).toEqual([
    ...['issued', 'objected', 'remarked', 'remarked', 'answered', 'objected', 'withdrawn'],
  ])
  expect((await info()).thread).toEqual(thread)
  await checker.call(bills.confirm, { billId })
})

describe('an objection is withdrawn', () => {
  test('by its school alone and once, and its to-do goes', async () => {
    expect(await codeOf(checker.send(bills.withdraw, { billId }))).toBe(errors.billNot.code)
    await checker.call(bills.object, { billId, reason: '少计一单' })
    expect(await waitsFor(keeper)).toMatchObject({ billsDisputed: 1 })
    expect(await keeper.send(bills.withdraw, { billId })).toMatchObject({
      code: errors.notOwnObjection.code,
      msg: '异议由驾校撤回，平台请用“答复”',
    })
    expect(await codeOf(keeper.send(bills.confirm, { billId }))).not.toBe(0)
    const once = { done: 1, codes: [errors.billNot.code] }
    expect(await atOnce(20, () => checker.send(bills.withdraw, { billId }))).toEqual(once)
    expect(await waitsFor(keeper)).toEqual({ billsToCheck: 1 })
    expect(await codeOf(keeper.send(bills.answer, { billId, text: '晚了' }))).toBe(errors.billNot.code)
    expect(await codeOf(checker.send(bills.remark, { billId, text: '晚了' }))).toBe(errors.billNot.code)
    expect((await info()).thread.map(({ kind }) => kind)).toEqual(['objection', 'withdrawal'])
    await checker.call(bills.confirm, { billId })
  })

  test('and does not count as silence on the same day', async () => {
    await months.sql('update bill set deemed_on = business_day(now()) - 3')
    await checker.call(bills.object, { billId, reason: '少计一单' })
    await checker.call(bills.withdraw, { billId })
    await closeDue(app.services)
    expect(await info()).toMatchObject({ state: 'toCheck', deemedOn: addDays(today, 1) })
    await months.sql('update bill set deemed_on = business_day(now()) + 5')
    await checker.call(bills.object, { billId, reason: '少计一单' })
    await checker.call(bills.withdraw, { billId })
    expect((await info()).deemedOn).toBe(addDays(today, 5))
  })
})

test('whoever answers has read what was added meanwhile', async () => {
  await checker.call(bills.object, { billId, reason: '少计一单' })
  const { version } = await info()
  await checker.call(bills.remark, { billId, text: '还有一单' })
  expect(await keeper.send(bills.answer, { billId, version, text: '已核对' })).toMatchObject({
    code: errors.staleVersion.code,
    data: { state: 'disputed' },
  })
  await keeper.call(bills.answer, { billId, version: (await info()).version, text: '已核对' })
})

test('names orders of its own bill alone, of which it finds the newest by number and student', async () => {
  await months.offline(school.clerk, school.student, 80_000, midMonth(last))
  await months.buy(school.clerk, school.student, school.id, 150_000, midMonth(last))
  const later = (await months.close(school.id, last)).billId
  const found = (await checker.call(bills.ordersToName, { billId: later })).data
  // The course's order, and the cash that paid what was not paid online.
  expect(found).toMatchObject([
    { orderKind: 'course', amount: 150_000, studentName: '甲驾校学员' },
    { orderKind: 'recharge', amount: 50_000 },
  ])
  const lines = (await keeper.call(bills.info, { billId: later })).data.lines
  expect(found.map(({ lineId }) => lines.find(line => line.lineId === lineId)?.kind)).toEqual([
    'onlineSale',
    'held',
  ])
  const find = async (paramValue: string) =>
    (await checker.call(bills.ordersToName, { billId: later, paramValue })).data.map(({ orderNo }) => orderNo)
  expect(await find(found[1]?.orderNo ?? '')).toEqual([found[1]?.orderNo])
  expect(await find('驾校学')).toHaveLength(2)
  expect(await find('没有这人')).toEqual([])
  const [order] = found
  if (order === undefined) throw new Error('no order')
  const objection = { billId, reason: '少计一单', orders: [order] }
  expect(await codeOf(checker.send(bills.object, objection))).toBe(errors.objectionOrder.code)
  expect(await info()).toMatchObject({ state: 'toCheck', thread: [] })
})

describe('its files', () => {
  const get = (url: string) => app.app.inject({ method: 'GET', url })
  const address = async (who: Client, attachmentId: number) => who.send(bills.attachmentUrl, { attachmentId })
  const urlOf = async (attachmentId: number) =>
    (await checker.call(bills.attachmentUrl, { attachmentId })).data.url

  test('are their uploader’s until an entry has them, then for the school and those who read all bills', async () => {
    const colleague = await app.signedIn({ codes: ['finance', 'finance:accCheck'], organs: [school.id] })
    const cashier = await app.signedIn({ codes: ['order:edit'], organs: [school.id] })
    const { checker: stranger } = await months.school('乙驾校')
    const attachmentId = await attach(checker)
    const whoHas = async () =>
      Promise.all(
        [checker, colleague, keeper, stranger, cashier].map(who => codeOf(address(who, attachmentId))),
      )
    const { notFound, forbidden } = errors
    const [no, never] = [notFound.code, forbidden.code]
    expect(await whoHas()).toEqual([0, no, no, no, never])
    const objection = { billId, reason: '少计一单', attachments: [{ attachmentId, name: '说明.pdf' }] }
    // A file of somebody else is nobody's to attach, and none is attached twice.
    expect(await codeOf(colleague.send(bills.object, objection))).toBe(no)
    await checker.call(bills.object, objection)
    expect(await whoHas()).toEqual([0, 0, 0, no, never])
    expect(await codeOf(stranger.send(bills.info, { billId }))).toBe(no)
    const again = { billId, text: '再传一次', attachments: objection.attachments }
    expect(await codeOf(checker.send(bills.remark, again))).toBe(no)
    expect((await info()).thread).toHaveLength(1)
  })

  test('are saved and never shown, under their name, for five minutes', async () => {
    const attachmentId = await attach(checker)
    const picture = (await checker.call(bills.uploadAttachment)).data
    await checker.call(bills.object, {
      billId,
      reason: '少计一单',
      attachments: [
        { attachmentId, name: '说明 一.pdf' },
        { attachmentId: picture.attachmentId, name: '现场.JPG' },
      ],
    })
    const url = await urlOf(attachmentId)
    const { statusCode, headers, rawPayload } = await get(url)
    expect([statusCode, rawPayload.equals(pdf())]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('说明 一.pdf')}`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    const shown = await get(await urlOf(picture.attachmentId))
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('现场.webp')}`,
    })
    expect(shown.rawPayload).toHaveLength(picture.bytes)
    const [plain = ''] = url.split('?')
    const now = Math.floor(Date.now() / 1000)
    const { attachmentLinks, voucherLinks } = app.services
    for (const address of [
      plain,
      url.replace(/e=\d+/, `e=${now + 9999}`),
      attachmentLinks.sign(plain, now - 1),
      voucherLinks.sign(plain, now + 100),
      attachmentLinks.sign(plain.replace(/[^/]+$/, '..%2f..%2fjwt.secret'), now + 100),
    ])
      expect([address, (await get(address)).statusCode]).toEqual([address, 404])
  })

  test.each([
    ['a script', pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (x) >>' }), errors.pdfActive.sentence()],
    ['a form', pdf({ catalogue: '/AcroForm << >>' }), errors.pdfActive.sentence()],
    ['a lock', pdf({ trailer: '/Encrypt 9 0 R' }), errors.pdfEncrypted.sentence()],
    ['too many pages', pdf({ pages: 51 }), 'PDF 不能超过 50 页，请只保留有关的页'],
    ['no end', pdf().subarray(0, 100), errors.pdfUnreadable.sentence()],
    ['another format', Buffer.from('PK\x03\x04'), errors.attachmentKind.sentence()],
    ['more than 10 MB', Buffer.alloc(largestAttachment + 1, '%PDF-'), errors.fileTooLarge.sentence(10)],
    [
      'a picture of more than 5 MB',
      Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(5 * 1024 * 1024)]),
      errors.fileTooLarge.sentence(5),
    ],
  ])('are not taken with %s', async (_, file, msg) => {
    expect(await checker.send(bills.uploadAttachment, { file })).toMatchObject({ msg })
    expect(await months.sql('select from bill_attachment')).toEqual([])
  })

  test('of 10 MB and 50 pages are taken', async () => {
    const more = `9 0 obj << >> stream\n${' '.repeat(largestAttachment - 5000)}\nendstream endobj`
    const file = pdf({ pages: 50, more })
    expect(await checker.send(bills.uploadAttachment, { file })).toMatchObject({
      code: 0,
      data: { bytes: file.length },
    })
  })
})
