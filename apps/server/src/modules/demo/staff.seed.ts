import { createHash, randomBytes } from 'node:crypto'
import { type AccessCode, contract } from '@drivesim/contract'
import { type Random, randomOf } from '@drivesim/fleet/random'
import { pinyin } from 'pinyin-pro'
import { hashPassword } from '../../platform/auth/passwords.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Business, DemoOrganisation } from './business.seed.ts'
import { ids, instants, text } from './columns.seed.ts'
import { readAccounts } from './messages.queries.ts'
import { mobileNumber, personName } from './names.seed.ts'
import { insertColumns, takeIds } from './queries.ts'
import { type DemoOperation, insertClientErrors, insertOperations } from './staff.queries.ts'

const hour = 3_600_000
const day = 24 * hour

interface Job {
  readonly role: string
  readonly note: string
  readonly codes: readonly AccessCode[]
  readonly people: number
}

/** A job at a place, with the role that its people hold; the role's owner is null for the platform's. */
interface Post {
  readonly job: Job
  readonly place: DemoOrganisation
  readonly owner: number | null
}

/** Who works at a school besides its manager. */
const schoolJobs: readonly Job[] = [
  { role: '前台接待', note: '接待咨询，登记学员与报名', codes: ['student:edit', 'enroll:edit'], people: 1 },
  {
    role: '教务主管',
    note: '排课，查看设备运行与教学数据',
    codes: ['device', 'device:simulator', 'device:running', 'device:teachData', 'student:edit'],
    people: 1,
  },
]
const platformJob: Job = {
  role: '客服专员',
  note: '处理学员来电与订单',
  codes: ['student:edit', 'order:edit'],
  people: 2,
}

/**
 * The people who work at the schools, with roles of their own school, what was done in the last days, and what
 * browsers reported. Nobody signs in as one of them: their password is known to nobody.
 * @param until epoch milliseconds
 */
export async function insertStaff(db: Db, business: Business, seed: number, until: number): Promise<void> {
  const random = randomOf(seed, 'staff')
  const { organisations } = business
  const platform = organisations.find(one => one.type === 'platform')
  if (platform === undefined) throw new Error('the demo has a platform')
  const posts: Post[] = [
    ...organisations
      .filter(one => one.type === 'school')
      .flatMap(school => schoolJobs.map(job => ({ job, place: school, owner: school.id }))),
    { job: platformJob, place: platform, owner: null },
  ]
  const roles = await takeIds(db, 'role', posts.length)
  await insertColumns(db, 'role', {
    id: ids(roles),
    name: text(posts.map(({ job }) => job.role)),
    note: text(posts.map(({ job }) => job.note)),
    organ_id: ids(posts.map(({ owner }) => owner)),
  })
  const grants = posts.flatMap(({ job }, index) => job.codes.map(code => ({ role: roles[index], code })))
  await insertColumns(db, 'role_access', {
    role_id: ids(grants.map(grant => grant.role)),
    code: text(grants.map(grant => grant.code)),
  })
  const people = posts.flatMap(({ job, place }, index) =>
    Array.from({ length: job.people }, () => newPerson(random, place, roles[index] ?? 0, until)),
  )
  await insertPeople(db, withOwnAccounts(people))
  await insertHappenings(db, business, platform, random, until)
}

interface NewPerson {
  readonly name: string
  readonly account: string
  readonly phone: string
  readonly organ: number
  readonly role: number
  readonly createdAt: number
  readonly lastLoginAt: number
}

function newPerson(random: Random, place: DemoOrganisation, role: number, until: number): NewPerson {
  const name = personName(random)
  return {
    name,
    account: pinyin(name, { toneType: 'none', type: 'array', surname: 'head' })
      .join('')
      .replace(/[^a-z]/g, ''),
    phone: mobileNumber(random),
    organ: place.id,
    role,
    createdAt: until - random.int(100, 400) * day,
    lastLoginAt: until - random.int(1, 200) * hour,
  }
}

/** Accounts in pinyin; the second of a name gets a number, as people do it. */
function withOwnAccounts(people: readonly NewPerson[]): NewPerson[] {
  const taken = new Map<string, number>()
  return people.map(person => {
    const times = (taken.get(person.account) ?? 0) + 1
    taken.set(person.account, times)
    return times === 1 ? person : { ...person, account: `${person.account}${times}` }
  })
}

async function insertPeople(db: Db, people: readonly NewPerson[]): Promise<void> {
  const members = await takeIds(db, 'person', people.length)
  const hash = await hashPassword(randomBytes(24).toString('base64url'))
  await insertColumns(db, 'member', {
    id: ids(members),
    account: text(people.map(one => one.account)),
    name: text(people.map(one => one.name)),
    phone: text(people.map(one => one.phone)),
    password_hash: text(people.map(() => hash)),
    organ_id: ids(people.map(one => one.organ)),
    created_at: instants(people.map(one => one.createdAt)),
    last_login_at: instants(people.map(one => one.lastLoginAt)),
  })
  await insertColumns(db, 'member_organisation', {
    member_id: ids(members),
    organ_id: ids(people.map(one => one.organ)),
  })
  await insertColumns(db, 'member_role', {
    member_id: ids(members),
    role_id: ids(people.map(one => one.role)),
  })
}

/** What the demo accounts did in the last ten days, and two errors that browsers met. */
async function insertHappenings(
  db: Db,
  { simulators, classrooms }: Business,
  platform: DemoOrganisation,
  random: Random,
  until: number,
): Promise<void> {
  const accounts = await readAccounts(db)
  const admin = accounts.get('admin')
  if (admin === undefined) throw new Error('the demo has an administrator')
  const by = { memberId: admin.id, account: 'admin' }
  const moments = Array.from({ length: 16 }, () => until - random.int(2 * hour, 10 * day)).sort(
    (a, b) => a - b,
  )
  const operations = moments.map((moment, index): DemoOperation => {
    const at = new Date(moment).toISOString()
    const simulator = simulators[(index * 7) % simulators.length]
    const room = classrooms[(index * 3) % classrooms.length]
    if (index % 3 === 0 && room !== undefined) {
      const row = { id: room.id, name: room.name, organ_id: room.organId }
      return {
        ...by,
        at,
        call: 'organisations.modifyClassroom',
        label: contract.organisations.modifyClassroom.change,
        table: 'classroom',
        rowId: room.id,
        before: { ...row, seats: room.seats - 1 },
        after: { ...row, seats: room.seats },
      }
    }
    if (simulator === undefined) throw new Error('the demo has simulators')
    const row = { id: simulator.id, name: simulator.name, organ_id: simulator.organId }
    return {
      ...by,
      at,
      call: 'devices.modify',
      label: contract.devices.modify.change,
      table: 'simulator',
      rowId: simulator.id,
      before: { ...row, car_num: null },
      after: { ...row, car_num: simulator.carNum },
    }
  })
  await insertOperations(db, operations)
  const error = (message: string, url: string, times: number, hoursAgo: number) => ({
    organ_id: platform.id,
    fingerprint: createHash('sha256').update(message).digest(),
    type: 'script',
    message,
    url,
    member_id: admin.id,
    times,
    first_at: new Date(until - 6 * day),
    last_at: new Date(until - hoursAgo * hour),
  })
  await insertClientErrors(db, [
    error('ResizeObserver loop completed with undelivered notifications.', '/device/runningState', 4, 7),
    error('Failed to fetch dynamically imported module', '/finacial/situation', 1, 31),
  ])
}
