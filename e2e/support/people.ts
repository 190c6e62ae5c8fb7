import { account, members, messages } from '@drivesim/contract'
import { pushes } from '@drivesim/contract/notices/pushes'
import { expect, type Page } from '@playwright/test'
import { Api } from './api.ts'
import { aPlace } from './devices.ts'
import { patience } from './pace.ts'
import { cookiesOf } from './test.ts'

export interface Person {
  userId: number
  account: string
  name: string
  phone: string
  mail: string
  organId: number
  organName: string
  firstPassword: string
}

/** What a new person chooses; the demo's own password is too well known to be chosen. */
export const ownPassword = 'Kaiche7Manxing'

let made = 0

/** What a new member is, where it is not a person of the demo without any role. */
interface MemberOptions {
  place?: Pick<Person, 'organId' | 'organName'>
  roleIds?: number[]
}

/** A new member of staff, without any code unless roles are given, who has not signed in yet. */
export async function newMember(admin: Api, { place, roleIds = [] }: MemberOptions = {}): Promise<Person> {
  made += 1
  const mark = `${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}${made}`
  const { organId, organName } = place ?? (await aPlace(admin))
  const person = {
    account: `e2e${mark}`,
    name: `测试员${mark}`,
    phone: `138${mark.padStart(8, '0').slice(-8)}`,
    mail: `e2e${mark}@example.com`,
  }
  const { userId, firstPassword } = await admin.call(members.add, {
    userAccount: person.account,
    userName: person.name,
    userPhone: person.phone,
    userMail: person.mail,
    organId,
    belongOrganIds: [organId],
    roleIds,
  })
  if (firstPassword === null) throw new Error('a new member comes with a first password')
  return { ...person, userId, organId, organName, firstPassword }
}

/** A new member who has changed the first password and is signed in; what they read and change is nobody else's. */
export async function newPerson(admin: Api, given: MemberOptions = {}): Promise<Person & { api: Api }> {
  const person = await newMember(admin, given)
  const api = await Api.signIn(person.account, person.firstPassword)
  await api.call(account.changePassword, { oPwd: person.firstPassword, nPwd: ownPassword, cPwd: ownPassword })
  return { ...person, api }
}

/** Makes the pages of this context the person's. */
export async function enterAs(page: Page, api: Api): Promise<void> {
  await page.context().addCookies(cookiesOf(api))
}

/** Sends one announcement to one person; its brief is the title and the beginning of the text. */
export async function announce(admin: Api, userId: number, title: string, content = `<p>${title}</p>`) {
  const audience = { kind: 'people' as const, ids: [userId] }
  const { pushId } = await admin.call(pushes.save, { title, content, audience, channels: ['system'] })
  await admin.call(pushes.send, { pushId })
}

/** Sends them in this order and waits until they are there, unread. */
export async function announceAll(
  admin: Api,
  person: { userId: number; api: Api },
  titles: readonly string[],
) {
  const before = await person.api.call(messages.count)
  for (const [sent, title] of titles.entries()) {
    await announce(admin, person.userId, title)
    await expect
      .poll(() => person.api.call(messages.count), { timeout: patience(15_000) })
      .toBe(before + sent + 1)
  }
}
