import { accessNames, errors, isAccessCode, type ParsedOf, refuse, roles } from '@drivesim/contract'
import { inScope, type Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayLive } from '../../tools/live/service.ts'
import { changesInWords } from '../../tools/operationLog/security.rules.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import * as queries from './queries.ts'
import { changeRights } from './rights.service.ts'

const roleRecord = record({
  what: '角色',
  // The rights as a whole are locked.
  lock: queries.findRole,
  latest: requireRole,
})

/** A role that the reader may see. @throws Refusal notFound */
export async function requireRole(db: Db, scope: Scope, id: number) {
  const role = await queries.findRole(db, scope, id)
  if (role === undefined) throw refuse(errors.notFound, '角色')
  return { ...role, codes: role.codes.filter(isAccessCode) }
}

export function addRole(call: SignedInCall, form: ParsedOf<typeof roles.add>) {
  const { db, scope, person } = call
  return changeRights(db, async () => {
    const organId = await ownerOf(db, scope, form.organId)
    requireCodes(person.codes, form.codes)
    const roleId = await queries.insertRole(db, { name: form.roleName, note: form.note, organ_id: organId })
    if (roleId === undefined) throw refuse(errors.roleNameTaken, form.roleName)
    await queries.setCodes(db, roleId, form.codes)
    await noteCodes(call, roles.add.change, form.roleName, { before: [], after: form.codes })
    return { roleId }
  })
}

/** Edits a role; whoever holds it has the new codes with their next request, and their open pages follow. */
export function modifyRole(
  services: Services,
  call: SignedInCall,
  form: ParsedOf<typeof roles.modify>,
): Promise<true> {
  const { db, person } = call
  return changeRights<true>(db, async () => {
    const role = await takeOwn(call, form.roleId, form.version)
    requireCodes(person.codes, difference(role.codes.filter(isAccessCode), form.codes))
    if (await queries.isNameTaken(db, role.organId, form.roleName, role.roleId)) {
      throw refuse(errors.roleNameTaken, form.roleName)
    }
    await queries.updateRole(db, role.roleId, { name: form.roleName, note: form.note })
    // Codes of another version of the program are not on the form, and stay.
    const foreign = role.codes.filter(code => !isAccessCode(code))
    await queries.setCodes(db, role.roleId, [...form.codes, ...foreign])
    await noteCodes(call, roles.modify.change, form.roleName, {
      before: role.codes,
      after: [...form.codes, ...foreign],
    })
    const holders = await queries.holdersOf(db, role.roleId)
    await sayLive(services.bus, db, { sessionChanged: holders.map(holder => holder.id) })
    return true
  })
}

/** Deletes a role that nobody holds. */
export function removeRole(call: SignedInCall, roleId: number): Promise<true> {
  const { db } = call
  return changeRights<true>(db, async () => {
    const role = await takeOwn(call, roleId)
    requireCodes(call.person.codes, role.codes.filter(isAccessCode))
    const holders = await queries.holdersOf(db, roleId)
    if (holders.length > 0) throw refuse(errors.roleHeld, holders.length)
    await noteCodes(call, roles.remove.change, role.roleName, { before: role.codes, after: [] })
    await queries.deleteRole(db, roleId)
    return true
  })
}

/** A role that the operator may change: one of theirs, not built in, held by nobody out of their scope. */
async function takeOwn(call: SignedInCall, id: number, version?: number) {
  const { db, scope } = call
  const role = await roleRecord.take(call, id, { version })
  if (role.builtIn) throw refuse(errors.roleBuiltIn)
  if (role.organId === null && scope.organisations !== null) throw refuse(errors.roleOwner)
  const holders = await queries.holdersOf(db, id)
  if (holders.some(holder => !inScope(scope, holder.organId))) throw refuse(errors.roleHeldElsewhere)
  return role
}

/** Whose a new role is: a school in the scope, or the platform (null) for those who manage all of it. */
async function ownerOf(db: Db, scope: Scope, organId: number | undefined): Promise<number | null> {
  const type = organId === undefined ? 'platform' : await queries.organisationType(db, scope, organId)
  if (type === undefined) throw refuse(errors.notFound, '机构')
  if (type === 'school' && organId !== undefined) return organId
  if (type === 'platform' && scope.organisations === null) return null
  throw refuse(errors.roleOwner)
}

/** @throws Refusal for codes that the operator does not hold, by their names */
function requireCodes(held: ReadonlySet<string>, codes: readonly (keyof typeof accessNames)[]): void {
  const beyond = codes.filter(code => !held.has(code))
  if (beyond.length > 0) throw refuse(errors.codesNotYours, beyond.map(code => accessNames[code]).join('、'))
}

/** Notes in the security log what a role came to allow or allows no more. */
async function noteCodes(
  call: SignedInCall,
  label: string,
  name: string,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const words = (codes: readonly string[], others: readonly string[]) =>
    codes.filter(code => !others.includes(code)).map(code => (isAccessCode(code) ? accessNames[code] : code))
  const detail = changesInWords('权限', { came: words(after, before), gone: words(before, after) })
  if (detail !== '') await noteAct(call, { kind: 'rights', label, target: `角色 ${name}`, detail })
}

/** What is in one of the lists and not in the other. */
function difference<T>(some: readonly T[], others: readonly T[]): T[] {
  return [...some.filter(one => !others.includes(one)), ...others.filter(other => !some.includes(other))]
}
