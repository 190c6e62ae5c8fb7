import {
  enabledStateOf,
  errors,
  organisationPlainFields,
  organisationSwitch,
  type organisations,
  organisationTypes,
  type ParsedOf,
  refuse,
  type SchoolInfo,
  switchTo,
} from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { plainColumns } from '../../../platform/postgres/plainFields.ts'
import { moveFigures } from '../../board/figures/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { requireArea } from '../areas/service.ts'
import * as queries from './change.queries.ts'
import { findOrganisation, readBelow } from './list.queries.ts'
import { readSchoolInfo } from './school.queries.ts'

type SchoolForm = ParsedOf<typeof organisations.addSchool>
type PointForm = ParsedOf<typeof organisations.addServicePoint>

const organisationRecord = record({
  what: (row?: queries.LockedOrganisation) => (row === undefined ? '机构' : organisationTypes[row.type]),
  lock: queries.lockOrganisation,
  latest: findOrganisation,
  guard: (enabled: boolean, row) => {
    // The platform has nobody above it who could enable it again.
    if (row.type === 'platform') return refuse(errors.notFound, '驾校或服务点')
    return organisationSwitch(row.type).refusal(switchTo(enabled), enabledStateOf(row))
  },
})

/** @throws Refusal unless the person manages the platform, so everything */
export function requirePlatform(scope: Scope, what: string): void {
  if (scope.organisations !== null) throw refuse(errors.platformOnly, what)
}

/** A school in the scope as it is now. @throws Refusal notFound */
export async function requireSchool(db: Db, scope: Scope, id: number): Promise<queries.LockedOrganisation> {
  const school = await queries.findBrief(db, scope, id)
  if (school?.type !== 'school') throw refuse(errors.notFound, '驾校')
  return school
}

/** A school in the scope that takes students, held before any of them. @throws Refusal notFound, organisationDisabled */
export async function requireOpenSchool(db: Db, scope: Scope, id: number): Promise<void> {
  const school = await queries.holdSchool(db, scope, id)
  if (school === undefined) throw refuse(errors.notFound, '驾校')
  if (!school.enabled) throw refuse(errors.organisationDisabled, school.name)
}

/** Different schools, each in the scope. @throws Refusal notFound */
export async function requireSchools(db: Db, scope: Scope, ids: readonly number[]): Promise<void> {
  if ((await queries.countSchools(db, scope, ids)) !== ids.length) throw refuse(errors.notFound, '驾校')
}

/** A school in the scope, locked: changes of what belongs to it follow one another. @throws Refusal notFound */
export async function lockSchool(db: Db, scope: Scope, id: number): Promise<void> {
  const school = await queries.lockOrganisation(db, scope, id)
  if (school?.type !== 'school') throw refuse(errors.notFound, '驾校')
}

/** An organisation in the scope as lists show it. @throws Refusal notFound */
export async function requireOrganisation(db: Db, scope: Scope, id: number) {
  const organisation = await findOrganisation(db, scope, id)
  if (organisation === undefined) throw refuse(errors.notFound, '机构')
  return organisation
}

/** What hangs on a school, and what it still needs to begin. @throws Refusal notFound */
export async function schoolInfo(db: Db, scope: Scope, id: number): Promise<SchoolInfo> {
  await requireSchool(db, scope, id)
  return readSchoolInfo(db, scope, id)
}

/** A school, its service points, their classrooms and simulators. @throws Refusal notFound */
export async function below(db: Db, scope: Scope, id: number) {
  const organisations = await readBelow(db, scope, id)
  if (organisations.every(({ organizationId }) => organizationId !== id))
    throw refuse(errors.notFound, '机构')
  return organisations
}

/** What still uses an organisation. @throws Refusal notFound */
export async function usage(db: Db, scope: Scope, id: number) {
  await requireOrganisation(db, scope, id)
  return queries.usesOfOrganisation(db, id)
}

export async function addSchool({ db, scope }: SignedInCall, form: SchoolForm) {
  requirePlatform(scope, '驾校名录')
  const platform = await queries.platformId(db)
  if (platform === undefined) throw refuse(errors.notFound, '平台')
  return add(db, 'school', platform, form)
}

/** Adds a service point; those who manage its school manage it too, and their open pages are told. */
export async function addServicePoint(services: Services, { db, scope }: SignedInCall, form: PointForm) {
  await requireParent(db, scope, form.parentId)
  const added = await add(db, 'servicePoint', form.parentId, form)
  await sayLive(services.bus, db, { sessionChanged: await queries.managersOf(db, [form.parentId]) })
  return added
}

async function add(db: Db, type: 'school' | 'servicePoint', parent: number, form: SchoolForm) {
  await requireArea(db, form)
  const id = await queries.insertOrganisation(db, { ...columns(form), type, parent_id: parent })
  if (id === undefined) throw refuse(errors.nameTaken, form.name)
  await sayEvent(db, 'organisation.added', [id])
  return { organizationId: id }
}

/** Edits an organisation; another school in the form moves a service point there, with all that is below it. */
export async function modify(
  services: Services,
  call: SignedInCall,
  { organizationId: organId, version, parentId, ...form }: ParsedOf<typeof organisations.modify>,
): Promise<true> {
  const { db, scope } = call
  const organisation = await organisationRecord.take(call, organId, { version })
  const parent = parentId ?? organisation.parentId
  if (parent !== organisation.parentId) await requireMove(db, scope, organisation, parent)
  await requireArea(db, form)
  const written = await queries.updateOrganisation(db, organId, {
    ...columns(form),
    parent_id: parent,
  })
  if (!written) throw refuse(errors.nameTaken, form.name)
  const { parentId: from } = organisation
  const moved = [from, parent].filter(one => one !== null)
  if (from !== null && parent !== null && parent !== from)
    await moveFigures(services, db, { point: organId, from, to: parent })
  await sayLive(services.bus, db, {
    simulator: form.name === organisation.name ? [] : await queries.simulatorsOf(db, organId),
    sessionChanged: parent === from ? [] : await queries.managersOf(db, moved),
  })
  await sayEvent(db, 'organisation.modified', [organId])
  return true
}

/** Enables or disables an organisation; nothing below it is touched. */
export async function setEnabled(
  call: SignedInCall,
  { organizationId: organId, enabled }: ParsedOf<typeof organisations.setEnabled>,
): Promise<true> {
  const { db, scope } = call
  const { type, name, parentId } = await organisationRecord.take(call, organId, { action: enabled })
  if (type === 'school') requirePlatform(scope, '驾校的启用与停用')
  if (enabled && parentId !== null && type === 'servicePoint') await requireEnabledParent(db, parentId)
  const training = enabled ? 0 : await queries.trainingBelow(db, organId)
  if (training > 0) throw refuse(errors.trainingThere, `“${name}”`, training)
  await queries.updateOrganisation(db, organId, { enabled })
  await sayEvent(db, enabled ? 'organisation.enabled' : 'organisation.disabled', [organId])
  return true
}

/** @throws Refusal unless a service point may stand below this organisation */
async function requireParent(db: Db, scope: Scope, id: number): Promise<void> {
  const parent = await queries.holdOrganisation(db, scope, id)
  if (parent === undefined) throw refuse(errors.notFound, '驾校')
  if (parent.type !== 'school') throw refuse(errors.parentNotSchool)
  if (!parent.enabled) throw refuse(errors.organisationDisabled, parent.name)
}

/** The school of a service point in the scope need not be in it. */
async function requireEnabledParent(db: Db, id: number): Promise<void> {
  const school = await queries.parentState(db, id)
  if (school !== undefined && !school.enabled) throw refuse(errors.organisationDisabled, school.name)
}

async function requireMove(
  db: Db,
  scope: Scope,
  { id, name, type }: queries.LockedOrganisation,
  parent: number | null,
): Promise<void> {
  if (parent === id) throw refuse(errors.ownParent)
  if (parent === null || type !== 'servicePoint') throw refuse(errors.schoolHasNoParent)
  await requireParent(db, scope, parent)
  const training = await queries.trainingBelow(db, id)
  if (training > 0) throw refuse(errors.trainingThere, `“${name}”`, training)
}

function columns(form: SchoolForm) {
  return {
    ...plainColumns(organisationPlainFields, form),
    province_code: form.provinceId,
    city_code: form.cityId ?? null,
  }
}
