import { errors, type opsSettings, type ParsedOf, refuse } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { insertDays, knownYears, setDay } from './calendar.queries.ts'
import { holidaysOf } from './holidays.rules.ts'
import * as queries from './settings.queries.ts'

type Calls = typeof opsSettings

/** Limits, calendars, and which years' holidays are known. */
export async function readSettings(db: Db, scope: Scope) {
  const years = await knownYears(db)
  const lastYear = years.at(-1) ?? null
  const today = businessDayOf(Date.now())
  const thisYear = Number(today.slice(0, 4))
  // The State Council says in November what the next year is.
  const needed = today.slice(5) >= '11-15' ? [thisYear, thisYear + 1] : [thisYear]
  const missing = needed.filter(year => !years.includes(year))
  return {
    limits: await queries.readLimits(db),
    calendars: await queries.readCalendars(db, scope),
    lastYear,
    missing: missing.length === 0 ? null : `${missing.join('、')} 年放假安排尚未导入`,
  }
}

/** @throws Refusal platformOnly */
export async function saveDay(
  { db, scope }: SignedInCall,
  { day, kind, name }: ParsedOf<Calls['saveDay']>,
): Promise<true> {
  requirePlatform(scope, '节假日')
  await setDay(db, day, kind, name ?? null)
  return true
}

/** @throws Refusal platformOnly, holidaysUnknown */
export async function importYear(
  { db, scope }: SignedInCall,
  { year }: ParsedOf<Calls['importYear']>,
): Promise<{ added: number }> {
  requirePlatform(scope, '节假日')
  const days = holidaysOf(year)
  if (days.length === 0) throw refuse(errors.holidaysUnknown, year)
  return { added: await insertDays(db, days) }
}

/** Years from last year on: those unknown here are taken from what came with this version. */
export async function importNewYears(db: Db): Promise<void> {
  const known = await knownYears(db)
  const thisYear = Number(businessDayOf(Date.now()).slice(0, 4))
  const years = [thisYear - 1, thisYear, thisYear + 1].filter(year => !known.includes(year))
  const days = years.flatMap(holidaysOf)
  if (days.length > 0) await insertDays(db, days)
}

/** @throws Refusal platformOnly */
export async function saveLimits(
  { db, scope }: SignedInCall,
  { limits }: ParsedOf<Calls['saveLimits']>,
): Promise<true> {
  requirePlatform(scope, '响应时限')
  for (const { priority, minutes } of limits) await queries.setLimit(db, priority, minutes)
  return true
}

/** @throws Refusal notFound */
export async function saveCalendar(
  { db, scope }: SignedInCall,
  { organId, calendar }: ParsedOf<Calls['saveCalendar']>,
): Promise<true> {
  if ((await queries.findOrgan(db, scope, organId)) === undefined) throw refuse(errors.notFound, '机构')
  await queries.setCalendar(db, organId, calendar)
  return true
}
