import type { AccessCode } from '@drivesim/contract'
import type { DemoOrganisation } from '@drivesim/fleet/business'
import { mobileNumber, personName } from '@drivesim/fleet/names'
import { type Random, randomOf } from '@drivesim/fleet/random'
import { pinyin } from 'pinyin-pro'
import type { NewMember, NewRole } from './people.seed.ts'

const hour = 3_600_000
const day = 24 * hour

interface Job {
  readonly role: string
  readonly note: string
  readonly codes: readonly AccessCode[]
  readonly people: number
}

/** Who works at a school besides its manager. */
const schoolJobs: readonly Job[] = [
  {
    role: '前台接待',
    note: '接待咨询，登记学员与报名',
    codes: ['student:edit', 'student:reveal', 'enroll:edit'],
    people: 1,
  },
  {
    role: '教务主管',
    note: '排课与收费，查看设备运行与教学数据，报修',
    codes: [
      'device',
      'device:simulator',
      'device:running',
      'device:teachData',
      'student:edit',
      'order:edit',
      'ops',
      'ops:report',
    ],
    people: 1,
  },
]
const platformJob: Job = {
  role: '客服专员',
  note: '处理学员来电与订单',
  codes: ['student:edit', 'order:edit'],
  people: 2,
}

/** Who repairs; each travels to the schools of a region. */
const technicianRole: NewRole = {
  name: '运维工程师',
  note: '上门维修与保养设备',
  builtIn: false,
  organId: null,
  codes: ['ops', 'ops:handle'],
}
/** The schools of each, by their order; the first two are those of the account `ops`. */
const regions: readonly (readonly number[])[] = [
  [0, 1, 2],
  [2, 3, 4],
  [5, 6, 7],
  [7, 8, 9],
  [10, 11, 0],
]

/**
 * The people who work at the schools and for the platform, with roles of their own school. Nobody signs in as one of
 * them: their password is known to nobody.
 * @param until epoch milliseconds
 */
export function makeStaff(
  organisations: readonly DemoOrganisation[],
  seed: number,
  until: number,
): NewMember[] {
  const random = randomOf(seed, 'staff')
  const of = (type: string) => organisations.filter(organisation => organisation.type === type)
  const posts = [
    ...of('school').flatMap(place => schoolJobs.map(job => ({ job, place, owner: place.id }))),
    ...of('platform').map(place => ({ job: platformJob, place, owner: null })),
  ]
  const people = posts.flatMap(({ job, place, owner }) => {
    const role = { name: job.role, note: job.note, builtIn: false, organId: owner, codes: job.codes }
    return Array.from({ length: job.people }, () => newPerson(random, place, role, until))
  })
  return withOwnAccounts([...people, ...makeTechnicians(of('school'), random, until)])
}

function makeTechnicians(schools: readonly DemoOrganisation[], random: Random, until: number): NewMember[] {
  return regions.flatMap(region => {
    const [first, ...others] = region.flatMap(index => schools[index] ?? [])
    if (first === undefined) return []
    const organs = [first, ...others].map(({ id }) => id)
    return [{ ...newPerson(random, first, technicianRole, until), organs }]
  })
}

function newPerson(random: Random, place: DemoOrganisation, role: NewRole, until: number): NewMember {
  const name = personName(random)
  return {
    name,
    account: pinyin(name, { toneType: 'none', type: 'array', surname: 'head' })
      .join('')
      .replace(/[^a-z]/g, ''),
    phone: mobileNumber(random),
    password: null,
    organs: [place.id],
    role,
    createdAt: until - random.int(100, 400) * day,
    lastLoginAt: until - random.int(1, 200) * hour,
  }
}

/** Accounts in pinyin; the second of a name gets a number, as people do it. */
function withOwnAccounts(people: readonly NewMember[]): NewMember[] {
  const taken = new Map<string, number>()
  return people.map(person => {
    const times = (taken.get(person.account) ?? 0) + 1
    taken.set(person.account, times)
    return times === 1 ? person : { ...person, account: `${person.account}${times}` }
  })
}
