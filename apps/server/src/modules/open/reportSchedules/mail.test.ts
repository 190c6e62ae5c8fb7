import { contract, errors } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from '../../../../test/factories.ts'
import { startMailbox } from '../../../../test/mailbox.ts'

const { reportSchedules } = contract
let app: TestApp
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let school: number
beforeAll(async () => {
  mailbox = await startMailbox()
  app = await testApp({ ...mailbox.env, PUBLIC_URL: 'https://sim.example.com' })
})
beforeEach(async () => {
  await resetDatabase(app.database)
  mailbox.mails.length = 0
  const { pool } = app.services
  school = await makeOrganisation(pool, { name: '甲驾校' })
  await makeSimulator(pool, { organ: school, room: await makeClassroom(pool, school), name: '一号机' })
  await makeStudent(pool, school, '王小明')
})
afterAll(async () => {
  await app.close()
  await mailbox.stop()
})

/** The mail that somebody gets who has a file sent at once. */
async function mailOf({ path }: { path: string }) {
  const person = await app.signedIn({ codes: ['device:simulator'], organs: [school] })
  await query(app.database.ownerUrl, 'update member set mail = $2 where id = $1', [
    person.memberId,
    'a@example.com',
  ])
  const { data } = await person.call(reportSchedules.add, {
    name: '每天的文件',
    path,
    input: {},
    range: null,
    every: 'daily',
    day: null,
    hour: 8,
    byMail: true,
    receiverIds: [person.memberId],
  })
  await person.call(reportSchedules.sendNow, data)
  return until('the mail is there', () => mailbox.mails[0])
}

/** What is attached to a mail, as text. */
const attachedTo = ({ source }: { source: string }) => {
  const [, encoded] = /content-disposition: attachment[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(source) ?? []
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString()
}

test('a mail takes the file of a list along that says nothing of persons', async () => {
  const mail = await mailOf(contract.devices.export)
  expect(mail).toMatchObject({ to: ['a@example.com'], subject: '定时报表“每天的文件”' })
  expect(attachedTo(mail)).toContain('一号机')
})

test('a file of people stays where its reader signs in: the mail has the link alone', async () => {
  const mail = await mailOf(contract.students.export)
  expect(attachedTo(mail)).toBeNull()
  expect(mail.source).not.toContain('王小明')
  expect(mail.html).toMatch(/href="https:\/\/sim\.example\.com\/home\?job=\d+&amp;file=1"/)
})

test('whose file asks for a proof of who one is, is asked for it when it is scheduled', async () => {
  const person = await app.signedIn({ codes: ['system:user'] })
  await query(
    app.database.ownerUrl,
    `with asked as (
       update security_policy set second_step_for = 'all', all_due_at = now() + interval '30 days',
         codes_due_at = now() + interval '30 days'
     )
     update session set authenticated_at = now() - interval '1 day' where member_id = $1`,
    [person.memberId],
  )
  const answer = await person.call(reportSchedules.add, {
    name: '成员',
    path: contract.members.export.path,
    input: {},
    range: null,
    every: 'daily',
    day: null,
    hour: 8,
    byMail: false,
    receiverIds: [person.memberId],
  })
  expect(answer).toMatchObject({ code: errors.proofNeeded.code })
})
