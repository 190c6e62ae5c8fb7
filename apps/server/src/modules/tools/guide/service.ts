import { type DataOf, type FirstDayStep, firstDaySteps, type guide, type ParsedOf } from '@drivesim/contract'
import { seesAll } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Config } from '../../../platform/start/config.ts'
import { release } from '../../../platform/start/version.ts'
import * as queries from './queries.ts'

type Asking = Pick<SignedInCall, 'db' | 'scope' | 'person'>

/** The version as 更新内容 has it: what a patch mends is no news. */
const newsVersion = release.split('.').slice(0, 2).join('.')

/** What is still to be shown to a person. Who knows nothing yet is shown around, and finds nothing of it new. */
export async function guideOf(
  { config }: Pick<Services, 'config'>,
  call: Asking,
): Promise<DataOf<typeof guide.mine>> {
  const shown = await queries.readShown(call.db, call.person.id)
  const tour = shown?.touredAt == null
  const isNews = !tour && shown.news !== newsVersion
  const setup = shown?.setupClosedAt == null && setsUp(config, call) ? await setupOf(config, call.db) : null
  return { tour, news: isNews ? newsVersion : null, setup }
}

/** 开始使用 is for who has the whole platform and its settings in hand; the demo is set up. */
const setsUp = ({ demo }: Config, { scope, person }: Asking) =>
  !demo && seesAll(scope) && person.codes.has('system')

async function setupOf(config: Config, db: Db): Promise<DataOf<typeof guide.mine>['setup']> {
  const found = await queries.readProgress(db)
  const done: Readonly<Record<FirstDayStep, boolean>> = {
    address: config.publicUrl?.startsWith('https:') === true,
    notices: config.mail !== undefined || config.sms !== undefined,
    school: found.school,
    classroom: found.classroom,
    device: found.device,
    message: found.message,
    roles: found.roles,
    members: found.members,
    backup: found.backup,
  }
  const lines = firstDaySteps.map(key => ({ key, done: done[key] }))
  return lines.every(line => line.done) ? null : { lines }
}

/** Notes what a person has been shown, or closed; what was noted stays. */
export async function note(
  { db, person }: SignedInCall,
  { what }: ParsedOf<typeof guide.note>,
): Promise<true> {
  if (what === 'tour') await noteToured(db, [person.id])
  else if (what === 'news') await queries.noteNews(db, person.id, newsVersion)
  else await queries.closeSetup(db, person.id)
  return true
}

/** Who was shown around knows what is new by now, too. */
export const noteToured = (db: Db, memberIds: readonly number[]): Promise<void> =>
  queries.noteTours(db, memberIds, newsVersion)
