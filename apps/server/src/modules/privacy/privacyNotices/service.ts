import { createHash } from 'node:crypto'
import { errors, type ParsedOf, type privacyNotices, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import * as queries from './queries.ts'

/** The versions, and how many students have consent to which, or to none. */
export async function listNotices({ db, scope }: Pick<SignedInCall, 'db' | 'scope'>) {
  const [notices, { count }] = await Promise.all([
    queries.notices(db, scope),
    queries.countMissing(db, scope),
  ])
  return { notices, missing: count }
}

/** What whoever adds students has to show to them. */
export async function currentNotice(db: Db) {
  return { notice: (await queries.newest(db)) ?? null, needed: await queries.isNeeded(db) }
}

/** @throws Refusal platformOnly, noticeNewer, noticeSame */
export async function publish(
  { db, scope, person }: SignedInCall,
  { text, after }: ParsedOf<typeof privacyNotices.publish>,
): Promise<{ noticeVersion: number }> {
  requirePlatform(scope, '告知书')
  const before = await queries.newest(db)
  if ((before?.noticeVersion ?? 0) !== after) throw refuse(errors.noticeNewer)
  if (before?.text === text) throw refuse(errors.noticeSame)
  const version = after + 1
  const sha256 = createHash('sha256').update(text).digest('hex')
  if (!(await queries.insertNotice(db, { version, text, sha256, publishedBy: person.id })))
    throw refuse(errors.noticeNewer)
  return { noticeVersion: version }
}
