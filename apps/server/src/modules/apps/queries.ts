import type { AppRow, apps, DataOf, devices, ParsedOf } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { countOf, type PartAfter } from '../../platform/postgres/paging.ts'
import { containing } from '../../platform/postgres/search.ts'

export interface Filter {
  paramValue?: string | undefined
}

function schools(db: Db, scope: Scope, { paramValue }: Filter) {
  return db
    .selectFrom('organisation as o')
    .where('o.type', '=', 'school')
    .where(scoped(scope, sql.ref('o.id')))
    .$if(paramValue !== undefined, query => query.where('o.name', 'ilike', containing(paramValue)))
}

/** Schools by id, each with what its app has. */
function appRows(db: Db, scope: Scope, filter: Filter) {
  return schools(db, scope, filter)
    .select([
      'o.id as schoolId',
      'o.name as schoolName',
      sql<number>`(
        select count(*) from school_course sc join course c on c.id = sc.course_id
        where sc.school_id = o.id and c.enabled
      )`.as('courses'),
      sql<number>`(select count(*) from app_menu m where m.school_id is null or m.school_id = o.id)`.as(
        'menus',
      ),
      sql<number>`(
        select count(*) from app_banner b
        where business_day(now()) between b.begins_on and b.ends_on and (
          not exists (select from app_banner_school x where x.banner_id = b.id)
          or exists (select from app_banner_school x where x.banner_id = b.id and x.school_id = o.id)
        )
      )`.as('banners'),
      sql<number>`(
        select coalesce(sum(n.simulators), 0)::bigint from simulator_count n
        where n.organ_id in (select organisations_below(array[o.id]))
      )`.as('simulators'),
      sql<number>`(select count(*) from student s where s.school_id = o.id)`.as('students'),
    ])
    .orderBy('o.id')
}

/** One page of the schools in the scope with what their app has, and how many schools the filter leaves. */
export async function appPage(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, ...filter }: ParsedOf<typeof apps.list>,
): Promise<{ rows: AppRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    appRows(db, scope, filter)
      .limit(pageSize)
      .offset(pageNum * pageSize)
      .execute(),
    countOf(schools(db, scope, filter)),
  ])
  return { rows, total }
}

/** The next schools of a file. */
export function appsAfter(
  db: Db,
  scope: Scope,
  filter: Filter,
  { after, most }: PartAfter,
): Promise<AppRow[]> {
  return appRows(db, scope, filter).where('o.id', '>', after).limit(most).execute()
}

export type DeviceConfig = DataOf<typeof apps.deviceConfig>

/** What a school said of its simulators' parameters, if it did. */
export function findDeviceConfig(db: Db, school: number): Promise<DeviceConfig | undefined> {
  return db
    .selectFrom('app_device_config')
    .select([
      'lesson_minutes as lessonMinutes',
      'volume',
      'pass_score as passScore',
      'voice_guide as voiceGuide',
      'version',
    ])
    .where('id', '=', school)
    .executeTakeFirst()
}

export async function writeDeviceConfig(
  db: Db,
  school: number,
  config: Omit<DeviceConfig, 'version'>,
): Promise<void> {
  const row = {
    lesson_minutes: config.lessonMinutes,
    volume: config.volume,
    pass_score: config.passScore,
    voice_guide: config.voiceGuide,
  }
  await db
    .insertInto('app_device_config')
    .values({ id: school, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** The defaults of offline reminders, one row for everybody. */
export function lockOfflineDefaults(db: Db): Promise<DataOf<typeof devices.offlineDefaults>> {
  return db
    .selectFrom('offline_reminder_default')
    .select([
      'create_limit as createLimit',
      sql<string>`to_char(able_time_begin, 'HH24:MI')`.as('ableTimeBegin'),
      sql<string>`to_char(able_time_end, 'HH24:MI')`.as('ableTimeEnd'),
      'effective_time as effectiveTime',
      'version',
    ])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** What offline reminders begin with from now on; who has set their own keeps it. */
export async function writeOfflineDefaults(
  db: Db,
  {
    createLimit,
    ableTimeBegin,
    ableTimeEnd,
    effectiveTime,
  }: Omit<ParsedOf<typeof apps.saveOfflineDefaults>, 'version'>,
): Promise<void> {
  await db
    .updateTable('offline_reminder_default')
    .set({
      create_limit: createLimit,
      able_time_begin: ableTimeBegin,
      able_time_end: ableTimeEnd,
      effective_time: effectiveTime,
    })
    .execute()
}
