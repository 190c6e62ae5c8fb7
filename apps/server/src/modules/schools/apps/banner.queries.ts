import { type Banner, bannerPlainFields, type Paging } from '@drivesim/contract'
import { type Insertable, sql } from 'kysely'
import type { AppBanner } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { countOf } from '../../../platform/postgres/paging.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'

/** Banners for all schools, and those of the schools in the scope: of one school's app, where one is named. */
function visible(db: Db, scope: Scope, school: number | undefined) {
  return db.selectFrom('app_banner as b').where(
    sql<boolean>`(
        not exists (select from app_banner_school x where x.banner_id = b.id)
        or exists (
          select from app_banner_school x where x.banner_id = b.id and ${scoped(scope, sql.ref('x.school_id'))}
            and (${school ?? null}::bigint is null or x.school_id = ${school ?? null}::bigint)
        )
      )`,
  )
}

function rowsOf(query: ReturnType<typeof visible>, scope: Scope) {
  return query.select([
    'b.id as swiperId',
    ...selectPlain('b', bannerPlainFields),
    sql<number[]>`array(
      select x.school_id from app_banner_school x where x.banner_id = b.id and ${scoped(scope, sql.ref('x.school_id'))}
      order by 1
    )`.as('schoolIds'),
    'b.begins_on as begin',
    'b.ends_on as end',
    sql<boolean>`business_day(now()) between b.begins_on and b.ends_on`.as('showing'),
    'b.version',
  ])
}

/** One page of the banners, in their order, and how many there are. */
export async function bannerPage(
  db: Db,
  scope: Scope,
  school: number | undefined,
  { pageNum, pageSize }: Paging,
): Promise<ListPage<Banner>> {
  const banners = visible(db, scope, school)
  const [rows, total] = await Promise.all([
    rowsOf(banners, scope)
      .orderBy('b.sort')
      .orderBy('b.id')
      .limit(pageSize)
      .offset(pageNum * pageSize)
      .execute(),
    countOf(banners),
  ])
  return { rows, total, sum: undefined }
}

/** The banners of a file after one of them, in their order. */
export function bannersAfter(
  db: Db,
  scope: Scope,
  school: number | undefined,
  { last, most }: { last: Pick<Banner, 'sort' | 'swiperId'> | undefined; most: number },
): Promise<Banner[]> {
  return rowsOf(visible(db, scope, school), scope)
    .$if(last !== undefined, query =>
      query.where(sql<boolean>`(b.sort, b.id) > (${last?.sort ?? 0}, ${last?.swiperId ?? 0})`),
    )
    .orderBy('b.sort')
    .orderBy('b.id')
    .limit(most)
    .execute()
}

export function findBanner(db: Db, scope: Scope, id: number): Promise<Banner | undefined> {
  return rowsOf(visible(db, scope, undefined), scope)
    .where('b.id', '=', id)
    .executeTakeFirst()
}

/** Locks a banner until the change is committed; read it afterwards. */
export async function lockBanner(db: Db, id: number): Promise<void> {
  await db.selectFrom('app_banner').select('id').where('id', '=', id).forUpdate().execute()
}

/** In how many schools' apps a banner is; none: in all. */
export async function countSchoolsOf(db: Db, id: number): Promise<number> {
  const { schools } = await db
    .selectFrom('app_banner_school')
    .select(sql<number>`count(*)`.as('schools'))
    .where('banner_id', '=', id)
    .executeTakeFirstOrThrow()
  return schools
}

/** Adds a banner, or edits the one of the id. @returns its id */
export async function writeBanner(
  db: Db,
  id: number | undefined,
  row: Insertable<AppBanner>,
): Promise<number> {
  const written =
    id === undefined
      ? await db.insertInto('app_banner').values(row).returning('id').executeTakeFirstOrThrow()
      : await db
          .updateTable('app_banner')
          .set(row)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirstOrThrow()
  return written.id
}

/** Puts a banner into exactly these schools' apps; none: into all. */
export async function setSchools(db: Db, banner: number, schools: readonly number[]): Promise<void> {
  await sql`delete from app_banner_school where banner_id = ${banner} and school_id <> all(${schools}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into app_banner_school (banner_id, school_id) select ${banner}::bigint, unnest(${schools}::bigint[])
    on conflict do nothing`.execute(db)
}

/** Deletes a banner with its places, which the log then has too. */
export async function deleteBanner(db: Db, id: number): Promise<void> {
  await db.deleteFrom('app_banner').where('id', '=', id).execute()
}
