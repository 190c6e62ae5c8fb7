import { randomBytes } from 'node:crypto'
import { type AccessCode, accessCodes } from '@drivesim/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { DemoOrganisation } from './business.seed.ts'
import { insertColumns, isEmpty, lockSeeding, readHashes, replacePassword, takeIds } from './queries.ts'

const wellKnownPassword = 'Demo@2026'

interface DemoRole {
  readonly name: string
  readonly note: string
  readonly builtIn: boolean
  readonly codes: readonly AccessCode[]
}

const isOf = (domain: string) => (code: AccessCode) => code === domain || code.startsWith(`${domain}:`)
const schoolFinance: readonly AccessCode[] = ['finance', 'finance:accCheck']

/** The two that every installation has, and cannot lose. */
const administrator: DemoRole = {
  name: '平台管理员',
  note: '拥有全部权限',
  builtIn: true,
  codes: accessCodes,
}
const schoolManager: DemoRole = {
  name: '驾校管理员',
  note: '管理本驾校的设备、学员与订单，核对账单',
  builtIn: true,
  codes: accessCodes.filter(
    code => !isOf('system')(code) && (!isOf('finance')(code) || schoolFinance.includes(code)),
  ),
}
const financeStaff: DemoRole = {
  name: '财务人员',
  note: '账单、对账、收款与合同',
  builtIn: false,
  codes: accessCodes.filter(isOf('finance')),
}
const opsStaff: DemoRole = {
  name: '运维人员',
  note: '工单与设备维护',
  builtIn: false,
  codes: accessCodes.filter(isOf('ops')),
}
const guestRole: DemoRole = { name: '访客', note: '只能查看无需权限的页面', builtIn: false, codes: [] }

interface DemoAccount {
  readonly account: string
  readonly name: string
  readonly phone: string
  readonly role: DemoRole
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

/** An account and its password as they may be shown to the operator. */
export interface ShownAccount {
  readonly account: string
  readonly password: string
}

/** Adds the demo accounts with their roles. Their well-known password is for a server that only this machine reaches. */
export async function addDemoAccounts(
  db: Db,
  organisations: readonly DemoOrganisation[],
  isLoopback: boolean,
): Promise<ShownAccount[]> {
  const platform = organisations.filter(one => one.type === 'platform').map(one => one.id)
  const schools = organisations.filter(one => one.type === 'school').map(one => one.id)
  const shown = demoAccounts.map(({ account }) => ({
    account,
    password: isLoopback ? wellKnownPassword : randomPassword(),
  }))
  await addMembers(
    db,
    demoAccounts.map((one, index) => ({
      ...one,
      password: shown[index]?.password ?? randomPassword(),
      organs: one.schools === null ? platform : one.schools.flatMap(order => schools[order] ?? []),
    })),
  )
  return shown
}

/**
 * Accounts that still have the well-known password get a random one: the server is about to be reached from
 * outside. @returns those changed now
 */
export async function secureDemoAccounts(db: Db): Promise<ShownAccount[]> {
  const known = await readHashes(
    db,
    demoAccounts.map(one => one.account),
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
 * @returns the account to show, with its password only where it was made here; null when the database was not empty
 */
export async function addFirstAdministrator(
  db: Kysely<DB>,
  givenPassword: string | undefined,
): Promise<ShownAccount[] | null> {
  return db.transaction().execute(async transaction => {
    await lockSeeding(transaction)
    if (!(await isEmpty(transaction))) return null
    const organs = await takeIds(transaction, 'organisation', 1)
    await insertColumns(transaction, 'organisation', {
      id: { type: 'bigint', values: organs },
      name: { type: 'text', values: ['平台'] },
      type: { type: 'text', values: ['platform'] },
    })
    const password = givenPassword ?? randomPassword()
    const admin = { account: 'admin', name: '管理员', phone: null, role: administrator, organs, password }
    await addMembers(transaction, [admin], [schoolManager])
    return givenPassword === undefined ? [{ account: admin.account, password }] : []
  })
}

interface NewMember {
  readonly account: string
  readonly name: string
  readonly phone: string | null
  readonly role: DemoRole
  readonly organs: readonly number[]
  readonly password: string
}

async function addMembers(
  db: Db,
  members: readonly NewMember[],
  moreRoles: readonly DemoRole[] = [],
): Promise<void> {
  const roles = [...new Set([...members.map(one => one.role), ...moreRoles])]
  const roleIds = await takeIds(db, 'role', roles.length)
  const memberIds = await takeIds(db, 'person', members.length)
  const hashes = await Promise.all(members.map(one => hashPassword(one.password)))
  await insertColumns(db, 'role', {
    id: { type: 'bigint', values: roleIds },
    name: { type: 'text', values: roles.map(role => role.name) },
    note: { type: 'text', values: roles.map(role => role.note) },
    built_in: { type: 'boolean', values: roles.map(role => role.builtIn) },
  })
  const grants = roles.flatMap((role, index) => role.codes.map(code => ({ id: roleIds[index], code })))
  await insertColumns(db, 'role_access', {
    role_id: { type: 'bigint', values: grants.map(grant => grant.id) },
    code: { type: 'text', values: grants.map(grant => grant.code) },
  })
  await insertColumns(db, 'member', {
    id: { type: 'bigint', values: memberIds },
    account: { type: 'text', values: members.map(one => one.account) },
    name: { type: 'text', values: members.map(one => one.name) },
    phone: { type: 'text', values: members.map(one => one.phone) },
    password_hash: { type: 'text', values: hashes },
    organ_id: { type: 'bigint', values: members.map(one => one.organs[0]) },
  })
  const managed = members.flatMap((one, index) => one.organs.map(organ => ({ id: memberIds[index], organ })))
  await insertColumns(db, 'member_organisation', {
    member_id: { type: 'bigint', values: managed.map(one => one.id) },
    organ_id: { type: 'bigint', values: managed.map(one => one.organ) },
  })
  await insertColumns(db, 'member_role', {
    member_id: { type: 'bigint', values: memberIds },
    role_id: { type: 'bigint', values: members.map(one => roleIds[roles.indexOf(one.role)]) },
  })
}

/** 96 random bits in letters that can be read aloud and typed. */
function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
