import { contract, errors, type PolicyForm } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { idNumberOf } from '../../../../test/idNumber.ts'
import { makeSelling } from '../../../../test/till.ts'

const { consents, home, jobs, persons, privacyNotices, privacyRequests, securityPolicy, students } = contract
let app: TestApp
let school: number
/** Sees to personal data, for the whole platform. */
let keeper: Client & { memberId: number }
let clerk: Client & { memberId: number }
beforeEachTest(async built => {
  app = built
  school = await makeSelling(app, { name: '甲驾校' })
  keeper = await app.signedIn({ codes: ['system:privacy', 'system:security'] })
  clerk = await app.signedIn({ codes: ['student:edit'], organs: [school] })
})

const sql = (text: string, values: unknown[] = []) => query(app.database.ownerUrl, text, values)
const publish = (after = 0, text = `告知书 ${after + 1}`) =>
  keeper.call(privacyNotices.publish, { text, after })
const given = { noticeVersion: 1, idNumberSeparate: true }
const young = idNumberOf(1, '20200101')
const person = (idNumber?: string) => ({
  userName: '钱学森',
  userPhone: '13800000000',
  gearType: 'C1' as const,
  ...(idNumber !== undefined && { idNumber }),
})
const add = (more: { idNumber?: string; consent?: typeof given & { guardianConsents?: boolean } } = {}) =>
  clerk.call(students.add, { ...person(more.idNumber), schoolId: school, consent: more.consent })
const list = async (input = {}) => (await keeper.call(consents.list, input)).data.dataList

/** Asks for consent from now on. */
async function needConsent() {
  const { codesDueAt: _, allDueAt: __, ...policy } = (await keeper.call(securityPolicy.info)).data
  const form = { ...policy, consentNeeded: true } as PolicyForm
  expect(await keeper.call(securityPolicy.save, form)).toMatchObject({ code: 0 })
}

test('a notice that is published is not changed, only followed by another', async () => {
  expect((await clerk.call(privacyNotices.current)).data).toEqual({ notice: null, needed: false })
  expect(await publish()).toMatchObject({ code: 0, data: { noticeVersion: 1 } })
  expect(await publish()).toMatchObject({ code: errors.noticeNewer.code })
  expect(await publish(1, '告知书 1')).toMatchObject({ code: errors.noticeSame.code })
  expect(await publish(1)).toMatchObject({ code: 0, data: { noticeVersion: 2 } })
  const { notices } = (await keeper.call(privacyNotices.list)).data
  expect(notices).toMatchObject([
    { noticeVersion: 2, text: '告知书 2' },
    { noticeVersion: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  const ofSchool = await app.signedIn({ codes: ['system:privacy'], organs: [school] })
  expect(await ofSchool.call(privacyNotices.publish, { text: '另一份', after: 2 })).toMatchObject({
    code: errors.platformOnly.code,
  })
  for (const changed of [
    `update privacy_notice set text = 'x'`,
    'delete from privacy_notice',
    'delete from consent',
  ])
    await expect(app.services.pool.query(changed)).rejects.toThrow(/permission denied/)
})

test('what an added student agreed to is counted by its version, and the others are told of', async () => {
  await add()
  const reader = await app.signedIn({ codes: ['system:privacy'] })
  expect((await reader.call(home.todos)).data).toEqual([])
  await publish()
  expect((await reader.call(home.todos)).data).toMatchObject([{ label: '未登记告知同意的学员', count: 1 }])
  const rows = [{ ...person(idNumberOf(2)), userName: '邓稼先', userPhone: '13800000002' }]
  const imported = await clerk.call(students.import, {
    schoolId: school,
    students: rows,
    mode: 'all',
    consent: given,
  })
  expect(imported.data).toEqual({ accepted: 1, refused: [] })
  expect((await keeper.call(privacyNotices.list)).data).toMatchObject({
    missing: 1,
    notices: [{ noticeVersion: 1, consented: 1 }],
  })
  expect(await list({ state: 'given', noticeVersion: 1 })).toMatchObject([
    { studentName: '邓稼先', consentBasis: 'consent', consentMethod: 'onSite', idNumberSeparate: true },
  ])
  expect(await list({ state: 'missing', enrolment: 'studying' })).toMatchObject([{ studentName: '钱学森' }])
  const unknown = await add({ consent: { ...given, noticeVersion: 7 } })
  expect(unknown).toMatchObject({ code: errors.noticeUnknown.code })
})

test('a file with a row that is refused leaves no consent', async () => {
  await publish()
  const rows = [person(), { ...person(), userName: '邓稼先', userPhone: '1' }]
  await clerk.call(students.import, { schoolId: school, students: rows, mode: 'all', consent: given })
  await clerk.call(students.import, {
    schoolId: school,
    students: [person()],
    mode: 'all',
    dryRun: true,
    consent: given,
  })
  expect(await sql('select id from consent')).toEqual([])
})

test('where consent is needed nobody is added without it', async () => {
  await publish()
  const lacking = { code: errors.consentMissing.code }
  await needConsent()
  expect((await clerk.call(privacyNotices.current)).data).toMatchObject({ needed: true })
  expect(await add()).toMatchObject(lacking)
  expect(
    await clerk.call(students.import, { schoolId: school, students: [person()], mode: 'all' }),
  ).toMatchObject(lacking)
  // To the ID number they agree separately.
  const separate = { ...given, idNumberSeparate: false }
  expect(await add({ idNumber: idNumberOf(2), consent: separate })).toMatchObject(lacking)
  expect(await add({ consent: separate })).toMatchObject({ code: 0 })
})

/** Somebody who applied in the school's app, which named that version. */
async function applied(phone: string, version: number | null) {
  const [row] = await sql(
    `with config as (
       insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
       values ($1, '班' || $2, 'C1', 'weekend', 1, '2026-01-01', '2036-01-01') returning id)
     insert into applicant (config_id, name, phone, notice_version) select id, '王芳', $2, $3::integer from config returning id`,
    [school, phone, version],
  )
  return Number((row as { id: string }).id)
}

test('an application is accepted with what the app or the clerk says of consent', async () => {
  await publish()
  await needConsent()
  const clerk = await app.signedIn({ codes: ['enroll:edit'], organs: [school] })
  const confirm = (id: number, consent?: typeof given) =>
    clerk.call(contract.enrolment.confirm, { id, accept: true, consent })
  const [silent, agreed] = [await applied('13900000001', null), await applied('13900000002', 1)]
  const unpublished = await applied('13900000003', 7)
  expect(await confirm(silent)).toMatchObject({ code: errors.consentMissing.code })
  expect(await confirm(unpublished)).toMatchObject({ code: errors.consentMissing.code })
  expect(await confirm(silent, given)).toMatchObject({ code: 0 })
  expect(await confirm(agreed)).toMatchObject({ code: 0 })
  const { dataList } = (await clerk.call(contract.enrolment.applicants, {})).data
  expect(new Map(dataList.map(({ id, noticeVersion }) => [id, noticeVersion]))).toEqual(
    new Map([
      [silent, null],
      [agreed, 1],
      [unpublished, null],
    ]),
  )
  expect(await sql('select method from consent order by id')).toEqual([
    { method: 'onSite' },
    { method: 'app' },
  ])
})

test.each([
  ['with what their app named, or not at all', undefined, [null, errors.consentMissing.sentence()]],
  ['with what the clerk says of all of them', given, [null, null]],
])('many applications are accepted %s', async (_, consent, reasons) => {
  await publish()
  await needConsent()
  const clerk = await app.signedIn({ codes: ['enroll:edit'], organs: [school] })
  const ids = [await applied('13900000002', 1), await applied('13900000001', null)]
  const { jobId } = (
    await clerk.call(jobs.start, { kind: 'enrolment.confirm', selection: { ids }, input: { consent } })
  ).data
  await until('the job ended', async () => {
    const { dataList } = (await clerk.call(jobs.list, { jobId })).data
    return dataList[0]?.finishedAt !== null || undefined
  })
  const told = (await clerk.call(jobs.rows, { jobId })).data.dataList
  expect(told.map(({ reason }) => reason)).toEqual(reasons)
})

test('of who is under fourteen the guardian agrees', async () => {
  await publish()
  expect(await add({ idNumber: young, consent: given })).toMatchObject({ code: errors.guardianMissing.code })
  const refused = await clerk.call(students.import, {
    schoolId: school,
    students: [person(young)],
    mode: 'valid',
    consent: given,
  })
  expect(refused.data.refused).toEqual([{ row: 1, reasons: [errors.guardianMissing.sentence()] }])
  const consent = { ...given, guardianConsents: true }
  expect(await add({ idNumber: young, consent })).toMatchObject({ code: 0 })
  expect(await list({ state: 'given' })).toMatchObject([{ guardianConsents: true }])
})

test('an ID number that is entered later needs the guardian, and where consent is needed their own', async () => {
  await publish()
  const studentId = (await add()).data.userId
  const modify = async (idNumber: string) => {
    const { base } = (await clerk.call(students.info, { userId: studentId, queryTypes: ['base'] })).data
    const version = base?.version ?? 0
    const form = { userId: studentId, version, userName: '钱学森', gearType: 'C1' as const, idNumber }
    return clerk.call(students.modify, form)
  }
  const record = (more: object) =>
    keeper.call(consents.record, { studentId, noticeVersion: 1, consentMethod: 'paper', ...more })
  expect(await modify(young)).toMatchObject({
    code: errors.consentFirst.code,
    msg: expect.stringMatching(/监护人/),
  })
  await needConsent()
  expect(await modify(idNumberOf(2))).toMatchObject({
    code: errors.consentFirst.code,
    msg: expect.stringMatching(/单独同意/),
  })
  expect(await record({ idNumberSeparate: true })).toMatchObject({ code: 0 })
  expect(await modify(young)).toMatchObject({
    code: errors.consentFirst.code,
    msg: expect.stringMatching(/监护人/),
  })
  // To the same version more may be agreed.
  expect(await record({ idNumberSeparate: true, guardianConsents: true })).toMatchObject({ code: 0 })
  expect(await modify(young)).toMatchObject({ code: 0 })
})

test('what is handled on a contract or a law is not withdrawn', async () => {
  await publish()
  const studentId = (await add()).data.userId
  const record = (consentBasis: 'contract' | 'consent') =>
    keeper.call(consents.record, { studentId, noticeVersion: 1, consentMethod: 'paper', consentBasis })
  await record('contract')
  const refused = { code: errors.consentNotBasis.code, msg: errors.consentNotBasis.sentence('合同') }
  expect(await keeper.call(consents.withdraw, { studentId, reason: '本人提出' })).toMatchObject(refused)
  const asked = { studentId, kind: 'withdraw', wish: '不再同意', proof: 'inPerson' } as const
  const { requestId } = (await keeper.call(privacyRequests.add, asked)).data
  const decide = () => keeper.call(privacyRequests.decide, { requestId, accept: true, answer: '已办' })
  expect(await decide()).toMatchObject(refused)
  expect(await list()).toMatchObject([{ state: 'given' }])
  await record('consent')
  expect(await decide()).toMatchObject({ code: 0 })
  expect(await list()).toMatchObject([{ state: 'withdrawn' }])
})

test('a consent that is withdrawn restricts its student, as the request for it does', async () => {
  await publish()
  const studentId = (await add()).data.userId
  expect(await keeper.call(consents.withdraw, { studentId, reason: '本人提出' })).toMatchObject({
    code: errors.consentNone.code,
  })
  const record = (noticeVersion = 1) =>
    keeper.call(consents.record, { studentId, noticeVersion, consentMethod: 'paper' })
  expect(await record(7)).toMatchObject({ code: errors.noticeUnknown.code })
  expect(await record()).toMatchObject({ code: 0 })
  expect(await record()).toMatchObject({ code: errors.consentThere.code })
  expect(await keeper.call(consents.withdraw, { studentId, reason: '本人提出' })).toMatchObject({ code: 0 })
  expect(await list()).toMatchObject([{ state: 'withdrawn' }])
  const found = async () => (await keeper.call(persons.find, { paramValue: '钱学森' })).data.dataList
  expect(await found()).toMatchObject([{ state: 'restricted' }])

  expect(await record()).toMatchObject({ code: 0 })
  await keeper.call(persons.release, { studentId, reason: '重新同意' })
  expect(await found()).toMatchObject([{ state: 'used' }])
  const asked = await keeper.call(privacyRequests.add, {
    studentId,
    kind: 'withdraw',
    wish: '不再同意',
    proof: 'inPerson',
  })
  await keeper.call(privacyRequests.decide, { requestId: asked.data.requestId, accept: true, answer: '已办' })
  expect(await list()).toMatchObject([{ state: 'withdrawn' }])
  expect((await sql('select id from consent where withdrawn_by is null')).length).toBe(0)
  const file = await keeper.call(persons.file, { studentId, reason: '本人要求查阅' })
  const copied = file.data.sections?.find(({ title }) => title === '告知同意')
  expect(copied?.rows).toHaveLength(2)
  expect(copied?.heads).toContain('告知书版本')
})

test('a student counts where their newest consent is, until they withdraw it', async () => {
  await publish()
  await publish(1)
  const studentId = (await add({ consent: given })).data.userId
  const counted = async () =>
    (await keeper.call(privacyNotices.list)).data.notices.map(({ consented }) => consented)
  expect(await counted()).toEqual([0, 1])
  await keeper.call(consents.record, { studentId, noticeVersion: 2, consentMethod: 'paper' })
  expect(await counted()).toEqual([1, 0])
  await keeper.call(consents.withdraw, { studentId, reason: '本人提出' })
  expect(await counted()).toEqual([0, 0])
  expect((await keeper.call(privacyNotices.list)).data.missing).toBe(0)
})

test('others see no consent of another school', async () => {
  await publish()
  const studentId = (await add({ consent: given })).data.userId
  const other = await app.signedIn({ codes: ['system:privacy'], organs: [await makeSelling(app)] })
  expect((await other.call(consents.list, {})).data).toMatchObject({ dataList: [], totalDataNum: 0 })
  expect((await other.call(privacyNotices.list)).data).toMatchObject({
    missing: 0,
    notices: [{ consented: 0 }],
  })
  expect(await other.call(consents.withdraw, { studentId, reason: '本人提出' })).toMatchObject({
    code: errors.notFound.code,
  })
})
