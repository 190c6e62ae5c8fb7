import type { AppRow, apps, DataOf, devices, ParsedOf } from '@drivesim/contract'
import { sql } from 'kysely'
import { scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Filter {
  paramValue?: string | undefined
}

/** The schools in the scope by id, each with what its app has. */
export const appsOfSchools = listByIds<Filter, AppRow>({
  found: ({ db, scope }, { paramValue }) =>
    db
      .selectFrom('organisation as o')
      .select('o.id')
      .where('o.type', '=', 'school')
      .where(scoped(scope, sql.ref('o.id')))
      .where(matchesSearch(paramValue, ['o.name'])),
  rows: ({ db }, ids) =>
    db
      .selectFrom('organisation as o')
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
      .where(isOneOf('o.id', ids))
      .execute(),
  idOf: row => row.schoolId,
  first: 'oldest',
})

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
