import {
  coursePlainFields,
  courseSwitch,
  type courses,
  enabledStateOf,
  errors,
  gearTypes,
  type ParsedOf,
  refuse,
  switchTo,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { plainColumns } from '../../../platform/postgres/plainFields.ts'
import { lockSchool, requirePlatform } from '../organisations/service.ts'
import * as queries from './queries.ts'

type Form = ParsedOf<typeof courses.add>

const catalogue = '课程目录'

const course = record({
  what: '课程',
  lock: (db, _scope, id) => queries.lockCourse(db, id),
  latest: queries.findCourse,
  guard: (enabled: boolean, row) => courseSwitch.refusal(switchTo(enabled), enabledStateOf(row)),
})

export async function addCourse({ db, scope }: SignedInCall, form: Form) {
  requirePlatform(scope, catalogue)
  await requireModules(db, form)
  const id = await queries.insertCourse(db, columns(form))
  if (id === undefined) throw refuse(errors.nameTaken, form.courseName)
  await queries.setModules(db, id, form.moduleIds)
  return { courseId: id }
}

export async function modifyCourse(
  call: SignedInCall,
  { courseId, version, ...form }: ParsedOf<typeof courses.modify>,
) {
  const { db, scope } = call
  requirePlatform(scope, catalogue)
  await course.take(call, courseId, { version })
  await requireModules(db, form)
  if (!(await queries.updateCourse(db, courseId, columns(form)))) {
    throw refuse(errors.nameTaken, form.courseName)
  }
  await queries.setModules(db, courseId, form.moduleIds)
  return { offersBelowFloor: await queries.offersBelowFloor(db, courseId) }
}

/** Enables or disables a course; a disabled one is in no school's app. */
export async function setEnabled(
  call: SignedInCall,
  { courseId, enabled }: ParsedOf<typeof courses.setEnabled>,
): Promise<true> {
  requirePlatform(call.scope, catalogue)
  await course.take(call, courseId, { action: enabled })
  await queries.updateCourse(call.db, courseId, { enabled })
  return true
}

/** Makes the courses a school's offers, in their order; what is not among them is no longer offered. */
export async function saveOffers(
  { db, scope }: SignedInCall,
  { schoolId, offers }: ParsedOf<typeof courses.saveOfSchool>,
): Promise<true> {
  await lockSchool(db, scope, schoolId)
  const found = await queries.holdCourses(
    db,
    offers.map(({ courseId }) => courseId),
  )
  if (found.length !== offers.length) throw refuse(errors.notFound, '课程')
  const disabled = found.find(({ enabled }) => !enabled)
  if (disabled !== undefined) throw refuse(errors.courseDisabled, disabled.name)
  const priceOf = new Map(offers.map(({ courseId, price }) => [courseId, price]))
  const below = found.find(({ id, price, floorPrice }) => (priceOf.get(id) ?? price) < floorPrice)
  if (below !== undefined) throw refuse(errors.belowFloorPrice, below.floorPrice)
  await queries.setOffers(db, schoolId, offers)
  return true
}

/** @throws Refusal unless every module is there and is trained for the course's licence type */
async function requireModules(db: Db, { moduleIds, gearType }: Form): Promise<void> {
  const modules = await queries.findModules(db, moduleIds)
  if (modules.length !== new Set(moduleIds).size) throw refuse(errors.notFound, '训练模块')
  const wrong = modules.find(module => !module.gearTypes.includes(gearType))
  if (wrong !== undefined) throw refuse(errors.moduleNotForGear, wrong.name, gearTypes[gearType])
}

function columns(form: Form) {
  return { name: form.courseName, ...plainColumns(coursePlainFields, form) }
}
