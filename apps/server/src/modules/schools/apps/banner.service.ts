import { type apps, type Banner, bannerPlainFields, errors, type ParsedOf, refuse } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { List } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { plainColumns } from '../../../platform/postgres/plainFields.ts'
import { requirePlatform, requireSchool, requireSchools } from '../organisations/service.ts'
import * as queries from './banner.queries.ts'

const bannerRecord = record({
  what: '轮播图',
  lock: async (db, scope, id) => {
    await queries.lockBanner(db, id)
    return queries.findBanner(db, scope, id)
  },
  latest: queries.findBanner,
})

/** The banners of a school's app, or of all in the scope, in their order. A page @throws Refusal notFound */
export const bannersOf: List<{ schoolId?: number | undefined }, Banner> = {
  async page({ db, scope }, { schoolId }, paging) {
    if (schoolId !== undefined) await requireSchool(db, scope, schoolId)
    return queries.bannerPage(db, scope, schoolId, paging)
  },
  part: ({ db, scope }, { schoolId }, part) => queries.bannersAfter(db, scope, schoolId, part),
}

/** @throws Refusal notFound */
export async function requireBanner(db: Db, scope: Scope, id: number): Promise<Banner> {
  const banner = await queries.findBanner(db, scope, id)
  if (banner === undefined) throw refuse(errors.notFound, '轮播图')
  return banner
}

/** Adds a banner, or edits the one that is named. */
export async function saveBanner(
  call: SignedInCall,
  { swiperId, version, ...form }: ParsedOf<typeof apps.saveBanner>,
) {
  const { db, scope } = call
  if (swiperId !== undefined) await takeEditable(call, swiperId, version)
  const schools = [...new Set(form.schoolIds)]
  if (schools.length === 0) requirePlatform(scope, '全部驾校的轮播图')
  await requireSchools(db, scope, schools)
  const id = await queries.writeBanner(db, swiperId, {
    ...plainColumns(bannerPlainFields, form),
    begins_on: form.begin,
    ends_on: form.end,
  })
  await queries.setSchools(db, id, schools)
  return { swiperId: id }
}

export async function removeBanner(call: SignedInCall, { swiperId }: { swiperId: number }): Promise<true> {
  await takeEditable(call, swiperId)
  await queries.deleteBanner(call.db, swiperId)
  return true
}

/** @throws Refusal unless every app that the banner is in is in the scope */
async function takeEditable(call: SignedInCall, id: number, version?: number): Promise<void> {
  const { db, scope } = call
  const banner = await bannerRecord.take(call, id, { version })
  if (banner.schoolIds.length === 0) requirePlatform(scope, '全部驾校的轮播图')
  if (banner.schoolIds.length < (await queries.countSchoolsOf(db, id))) {
    requirePlatform(scope, '多所驾校共用的轮播图')
  }
}
