import {
  enabledStateOf,
  errors,
  isAccessCode,
  memberSwitch,
  members,
  type ParsedOf,
  refuse,
  switchTo,
} from '@drivesim/contract'
import { inScope, type Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { attestAccount, noteAccountTie } from '../../money/approvals/accountTies.service.ts'
import { endApiKeys } from '../../open/apiKeys/ending.service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { changesInWords } from '../../tools/operationLog/security.rules.ts'
import { admitReveal, noteAct } from '../../tools/operationLog/security.service.ts'
import { tellOfAccount, tellOfContact } from '../../trust/accountNotices/service.ts'
import { sendNewPasswordLink } from '../../trust/contacts/given.service.ts'
import { firstPassword, firstPasswordColumns } from '../account/passwords.service.ts'
import { changeRights, grantRoles } from '../roles/rights.service.ts'
import { signOut, signOutOne } from '../session/sessions.service.ts'
import { findMember } from './list.queries.ts'
import * as queries from './queries.ts'

const memberRecord = record({
  what: '成员',
  lock: queries.lockMember,
  latest: findMember,
  guard: (enabled: boolean, row) => memberSwitch.refusal(switchTo(enabled), enabledStateOf(row)),
})

/** A member in the scope. @throws Refusal notFound */
export async function requireMember(db: Db, scope: Scope, id: number) {
  const member = await findMember(db, scope, id)
  if (member === undefined) throw refuse(errors.notFound, '成员')
  return member
}

/** Adds a member. The first password is in the answer and nowhere else, and is changed at the first sign-in. */
export function addMember(call: SignedInCall, form: ParsedOf<typeof members.add>) {
  const { db, scope } = call
  return changeRights(db, async () => {
    await requireOrganisation(db, scope, form.organId)
    await requireManaged(db, scope, form.belongOrganIds)
    const roles = await grantRoles(call, form.organId, [], form.roleIds)
    const password = firstPassword()
    const memberId = await queries.insertMember(db, {
      ...columns(form),
      phone: form.userPhone,
      account: form.userAccount,
      ...(await firstPasswordColumns(password)),
    })
    // Also where the other one is out of the scope: nobody can sign in with half an account.
    if (memberId === undefined) throw refuse(errors.accountTaken, form.userAccount)
    await noteAccountTie(db, { memberId, byId: call.person.id, how: 'made' })
    await queries.setManaged(db, memberId, form.belongOrganIds)
    await queries.setRoles(db, memberId, roles)
    await noteRights(call, members.add.change, { name: form.userName, account: form.userAccount }, [
      changesInWords('角色', await names(db, 'role', [], roles)),
      changesInWords('管理机构', await names(db, 'organisation', [], form.belongOrganIds)),
    ])
    return { userId: memberId, firstPassword: password }
  })
}

/** Edits a member with their roles and organisations, which count on their next request; their open pages follow. */
export function modifyMember(
  services: Services,
  call: SignedInCall,
  form: ParsedOf<typeof members.modify>,
): Promise<true> {
  const { db, scope } = call
  return changeRights<true>(db, async () => {
    const member = await takeMember(call, form.userId, { version: form.version })
    if (form.organId !== member.organId) await requireOrganisation(db, scope, form.organId)
    await requireManaged(db, scope, form.belongOrganIds)
    const roles = await grantRoles(call, form.organId, member.roles, form.roleIds)
    const { userPhone } = form
    await queries.updateMember(db, member.id, {
      ...columns(form),
      ...(userPhone !== undefined && { phone: userPhone }),
    })
    const phoneSet = userPhone !== undefined && userPhone !== null && userPhone !== member.phone
    const mailSet = form.userMail !== null && form.userMail !== member.mail
    if (phoneSet || mailSet)
      await noteAccountTie(db, { memberId: member.id, byId: call.person.id, how: 'contact' })
    const after = { phone: userPhone === undefined ? member.phone : userPhone, mail: form.userMail }
    await tellOfContact(services, db, {
      memberId: member.id,
      account: member.account,
      before: member,
      after,
      from: call,
    })
    await queries.setManaged(db, member.id, form.belongOrganIds)
    await queries.setRoles(db, member.id, roles)
    const changes = [
      changesInWords('所属机构', await names(db, 'organisation', [member.organId], [form.organId])),
      changesInWords('角色', await names(db, 'role', member.roles, roles)),
      changesInWords('管理机构', await names(db, 'organisation', member.managed, form.belongOrganIds)),
    ]
    if (changes.some(change => change !== '')) {
      await noteRights(call, members.modify.change, member, changes)
      const detail = changes.filter(change => change !== '').join('；')
      await tellOfAccount(services, db, { memberId: member.id, notice: 'rightsChanged', detail, from: call })
    }
    await sayLive(services.bus, db, { sessionChanged: [member.id] })
    return true
  })
}

/** Disables a member and ends their sessions at once, or enables them again. */
export function setEnabled(
  services: Services,
  call: SignedInCall,
  { memberId, enabled }: { memberId: number; enabled: boolean },
): Promise<true> {
  const { db } = call
  return changeRights<true>(db, async () => {
    if (!enabled && memberId === call.person.id) throw refuse(errors.notDisableOneself)
    const member = await takeMember(call, memberId, { action: enabled })
    await queries.updateMember(db, memberId, { enabled })
    await noteRights(call, (enabled ? members.enable : members.disable).change, member)
    if (!enabled) {
      await signOut(services.bus, db, { memberId, reason: 'disabled' })
      await endApiKeys(db, memberId, 'disabled')
    }
    return true
  })
}

/** Gives a member a first password, to be told to them. */
export async function setFirstPassword(db: Db, memberId: number): Promise<string> {
  const password = firstPassword()
  await queries.updateMember(db, memberId, await firstPasswordColumns(password))
  return password
}

/**
 * Gives a member a first password again, or, who has a verified mail, sends them a link to set one: then nobody else knows it. The
 * password of before is void, and their sessions end.
 */
export function resetPassword(services: Services, call: SignedInCall, memberId: number) {
  const { db } = call
  if (memberId === call.person.id) throw refuse(errors.notResetOneself)
  return changeRights(db, async () => {
    const member = await takeMember(call, memberId)
    await noteRights(call, members.resetPassword.change, member)
    const password = await setFirstPassword(db, memberId)
    const sentTo = await sendNewPasswordLink(services, db, member)
    if (sentTo === null) await noteAccountTie(db, { memberId, byId: call.person.id, how: 'password' })
    await tellOfAccount(services, db, { memberId, notice: 'passwordReset', from: call })
    await signOut(services.bus, db, { memberId, reason: 'passwordChanged' })
    await endApiKeys(db, memberId, 'passwordReset')
    // Where a link went nobody is ever told the password that stands until then.
    return { firstPassword: sentTo === null ? password : null, sentTo }
  })
}

/**
 * 当面核实: its person was seen by somebody who has no tie to the account, and alone signs in with it. The ties of it end.
 * @throws Refusal notFound, memberOutranks, attestsHeld, nothingToAttest
 */
export async function attest(
  call: SignedInCall,
  { userId: memberId, reason }: ParsedOf<typeof members.attest>,
): Promise<true> {
  const { db, person } = call
  const member = await takeMember(call, memberId)
  await attestAccount(db, memberId, person.id)
  await noteRights(call, members.attest.change, member, [reason])
  return true
}

/** @throws Refusal notFound, memberOutranks */
export async function endSession(
  services: Services,
  call: SignedInCall,
  { userId: memberId, sessionId }: ParsedOf<typeof members.endSession>,
): Promise<true> {
  const member = await takeMember(call, memberId)
  await noteRights(call, members.endSession.change, member)
  await signOutOne(services.bus, call.db, memberId, sessionId)
  return true
}

export async function signOutEverywhere(
  services: Services,
  call: SignedInCall,
  memberId: number,
): Promise<true> {
  const member = await takeMember(call, memberId)
  await noteRights(call, members.signOutEverywhere.change, member)
  await signOut(services.bus, call.db, { memberId, reason: 'kicked' })
  return true
}

/** A member's phone in full. @throws Refusal notFound, tooManyReveals */
export async function revealPhone(
  call: SignedInCall,
  { userId: memberId, reason }: ParsedOf<typeof members.reveal>,
): Promise<{ phone: string | null }> {
  const member = await memberRecord.take(call, memberId)
  await admitReveal(call, { label: members.reveal.change, target: targetOf(member), reason })
  return { phone: member.phone }
}

type Named = Pick<queries.LockedMember, 'name' | 'account'>
const targetOf = ({ name, account }: Named) => `成员 ${name}（${account}）`

/** Notes in the security log what was done to a member's account. */
export function noteRights(
  call: SignedInCall,
  label: string,
  member: Named,
  changes: readonly string[] = [],
): Promise<void> {
  const detail = changes.filter(change => change !== '').join('；')
  return noteAct(call, { kind: 'rights', label, target: targetOf(member), ...(detail !== '' && { detail }) })
}

/** What the ids that came and went are called. */
async function names(
  db: Db,
  table: 'role' | 'organisation',
  before: readonly number[],
  after: readonly number[],
) {
  const came = after.filter(id => !before.includes(id))
  const gone = before.filter(id => !after.includes(id))
  return { came: await queries.namesOf(db, table, came), gone: await queries.namesOf(db, table, gone) }
}

/**
 * A member that the operator may change: in the operator's scope, and with no right that the operator lacks. Otherwise the
 * operator could use more rights by the member's password.
 * @throws Refusal notFound, memberOutranks
 */
export async function takeMember(
  call: SignedInCall,
  id: number,
  wanted?: Parameters<typeof memberRecord.take>[2],
) {
  const { scope, person } = call
  const member = await memberRecord.take(call, id, wanted)
  const beyond =
    member.codes.some(code => isAccessCode(code) && !person.codes.has(code)) ||
    member.managed.some(organ => !inScope(scope, organ))
  if (beyond) throw refuse(errors.memberOutranks)
  return member
}

async function requireOrganisation(db: Db, scope: Scope, id: number): Promise<void> {
  const [organ] = await queries.organisationsInScope(db, scope, [id])
  if (organ === undefined) throw refuse(errors.notFound, '机构')
  if (!organ.enabled) throw refuse(errors.organisationDisabled, organ.name)
}

async function requireManaged(db: Db, scope: Scope, ids: readonly number[]): Promise<void> {
  const found = await queries.organisationsInScope(db, scope, ids)
  if (found.length < new Set(ids).size) throw refuse(errors.notFound, '管理机构')
}

/** What both forms say of a member. */
function columns(form: Omit<ParsedOf<typeof members.add>, 'userAccount' | 'userPhone'>) {
  return { name: form.userName, mail: form.userMail, organ_id: form.organId }
}
