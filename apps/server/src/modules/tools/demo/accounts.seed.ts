import { randomBytes } from 'node:crypto'
import { type AccessCode, accessCodes } from '@drivesim/contract'
import type { Business, DemoOrganisation } from '@drivesim/fleet/business'
import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import { hashPassword, verifyPassword } from '../../../platform/auth/passwords.ts'
import type { SeedPart } from '../../../platform/parts.ts'
import { takeIds } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Config } from '../../../platform/start/config.ts'
import { StartError } from '../../../platform/start/startError.ts'
import { passwordRefusal } from '../../people/account/passwords.service.ts'
import { beginPolicy } from '../../trust/securityPolicy/service.ts'
import { wantSealedBackups } from '../backup/sealed.service.ts'
import type { ShownAccount } from './passwords.storage.ts'
import { type NewMember, type NewRole, withIds } from './people.seed.ts'
import { demandNewPassword, isEmpty, lockSeeding, readHashes, replacePassword } from './queries.ts'

const wellKnownPassword = 'Demo@2026'

const isOf = (domain: string) => (code: AccessCode) => code === domain || code.startsWith(`${domain}:`)
const schoolFinance: readonly AccessCode[] = ['finance', 'finance:accCheck']
/** Schools report what is broken and accept its repair, but send nobody out. */
const schoolOps: readonly AccessCode[] = ['ops', 'ops:report']

/** The two that every installation has, and cannot lose. */
const administrator: NewRole = {
  name: '平台管理员',
  note: '拥有全部权限',
  builtIn: true,
  organId: null,
  codes: accessCodes,
}
const schoolManager: NewRole = {
  name: '驾校管理员',
  note: '管理本驾校的设备、学员与订单，核对账单',
  builtIn: true,
  organId: null,
  codes: accessCodes.filter(
    code =>
      !isOf('system')(code) &&
      (!isOf('finance')(code) || schoolFinance.includes(code)) &&
      (!isOf('ops')(code) || schoolOps.includes(code)),
  ),
}
const financeStaff: NewRole = {
  name: '财务人员',
  note: '账单、对账、收款与合同',
  builtIn: false,
  organId: null,
  codes: accessCodes.filter(isOf('finance')),
}
const opsStaff: NewRole = {
  name: '运维人员',
  note: '工单与设备维护',
  builtIn: false,
  organId: null,
  codes: accessCodes.filter(isOf('ops')),
}
const guestRole: NewRole = {
  name: '访客',
  note: '只能查看无需权限的页面',
  builtIn: false,
  organId: null,
  codes: [],
}

interface DemoAccount {
  readonly account: string
  readonly name: string
  readonly phone: string
  readonly role: NewRole
  /** Which schools they manage, by their order; null: the platform, so everything. */
  readonly schools: readonly number[] | null
}

const demoAccounts: readonly DemoAccount[] = [
  { account: 'admin', name: '周若宁', phone: '13800010001', role: administrator, schools: null },
  { account: 'school', name: '陈海峰', phone: '13800010002', role: schoolManager, schools: [0] },
  { account: 'finance', name: '林婉清', phone: '13800010003', role: financeStaff, schools: null },
  { account: 'ops', name: '赵志强', phone: '13800010004', role: opsStaff, schools: [0, 1] },
  { account: 'guest', name: '孙晓', phone: '13800010005', role: guestRole, schools: [2] },
]

/** The demo accounts with their roles. Their well-known password is for a server that only this machine reaches. */
export function makeAccounts(
  organisations: readonly DemoOrganisation[],
  isLoopback: boolean,
  createdAt: number,
): { accounts: NewMember[]; shown: ShownAccount[] } {
  const platform = organisations
    .filter(organisation => organisation.type === 'platform')
    .map(organisation => organisation.id)
  const schools = organisations
    .filter(organisation => organisation.type === 'school')
    .map(organisation => organisation.id)
  const made = demoAccounts.map(({ schools: managed, ...one }) => ({
    ...one,
    password: isLoopback ? wellKnownPassword : randomPassword(),
    organs: managed === null ? platform : managed.flatMap(order => schools[order] ?? []),
    createdAt,
    lastLoginAt: null,
  }))
  return { accounts: made, shown: made.map(({ account, password }) => ({ account, password })) }
}

/**
 * Accounts that still have the well-known password get a random one: the server is about to be reached from
 * outside. @returns those changed now
 */
export async function secureDemoAccounts(db: Db): Promise<ShownAccount[]> {
  const known = await readHashes(
    db,
    demoAccounts.map(account => account.account),
  )
  const changed = await Promise.all(
    known.map(async member => {
      if (!(await verifyPassword(member.hash, wellKnownPassword))) return []
      const password = randomPassword()
      await replacePassword(db, member.id, await hashPassword(password))
      return [{ account: member.account, password }]
    }),
  )
  return changed.flat()
}

/** Which demo accounts still have the well-known password. */
export async function openDemoAccounts(db: Db): Promise<ShownAccount[]> {
  const known = await readHashes(
    db,
    demoAccounts.map(one => one.account),
  )
  const open = await Promise.all(known.map(member => verifyPassword(member.hash, wellKnownPassword)))
  const accounts = new Set(known.filter((_, index) => open[index]).map(member => member.account))
  return demoAccounts
    .filter(one => accounts.has(one.account))
    .map(({ account }) => ({ account, password: wellKnownPassword }))
}

/**
 * The empty system's start: the platform itself, the built-in roles and one administrator.
 * @param parts what the domains fill; those that are for the demo alone are left out
 * @throws StartError where the password that is given is one that nobody may choose
 * @returns the account to show, with its password only where it was made here; null when the database was not empty
 */
export async function addFirstAdministrator(
  db: Kysely<DB>,
  parts: readonly SeedPart[],
  { adminPassword: givenPassword, secondStepFor }: Pick<Config, 'adminPassword' | 'secondStepFor'>,
): Promise<ShownAccount[] | null> {
  return db.transaction().execute(async transaction => {
    await lockSeeding(transaction)
    if (!(await isEmpty(transaction))) return null
    const organs = await takeIds(transaction, 'organisation', 1)
    if (givenPassword !== undefined) await requireGoodPassword(givenPassword)
    const password = givenPassword ?? randomPassword()
    const admin: NewMember = {
      account: 'admin',
      name: '管理员',
      phone: null,
      password,
      organs,
      role: administrator,
      createdAt: Date.now(),
      lastLoginAt: null,
    }
    const business = {
      ...emptyBusiness,
      organisations: organs.map(platformOnly),
      ...(await withIds(transaction, [admin], [schoolManager])),
    }
    for (const part of parts) if (part.always) await part.fill(transaction, business)
    await beginPolicy(transaction, secondStepFor)
    await wantSealedBackups(transaction)
    if (givenPassword !== undefined) return []
    await demandNewPassword(transaction, admin.account)
    return [{ account: admin.account, password }]
  })
}

async function requireGoodPassword(password: string): Promise<void> {
  const names = { account: 'admin', name: '管理员', phone: null, organisations: [] }
  const refusal = await passwordRefusal(password, names)
  if (refusal !== null) throw new StartError(`配置错误：ADMIN_PASSWORD 不能使用：${refusal.message}`)
}

const emptyBusiness: Business = {
  seed: 0,
  until: 0,
  days: [],
  firstLessonDay: '',
  dataKey: Buffer.alloc(0),
  modules: [],
  organisations: [],
  classrooms: [],
  simulators: [],
  students: [],
  roles: [],
  members: [],
}

const platformOnly = (id: number): DemoOrganisation => ({
  id,
  name: '平台',
  type: 'platform',
  parentId: null,
  provinceCode: null,
  cityCode: null,
  address: null,
  contact: null,
  phone: null,
})

/** 96 random bits in letters that can be read aloud and typed. */
function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
