import {
  type CourseRow,
  coursePlainFields,
  type courses,
  type DataOf,
  type GearType,
} from '@drivesim/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Course } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Filter {
  paramValue?: string | undefined
  gearType?: GearType | undefined
  state?: 'enabled' | 'disabled' | undefined
}

/** The catalogue, by id; it is everybody's to read. */
export const catalogue = listByIds<Filter, CourseRow>({
  found: ({ db }, { paramValue, gearType, state }) =>
    db
      .selectFrom('course as c')
      .select('c.id')
      .where(equals('c.gear_type', gearType))
      .where(equals('c.enabled', state && state === 'enabled'))
      .where(matchesSearch(paramValue, ['c.name'])),
  rows: ({ db, scope }, ids) => courseRows(db, scope).where(isOneOf('c.id', ids)).execute(),
  idOf: row => row.courseId,
  first: 'oldest',
})

/** Of the schools that offer a course, those in the scope count. */
function courseRows(db: Db, scope: Scope) {
  return db.selectFrom('course as c').select([
    'c.id as courseId',
    'c.name as courseName',
    ...selectPlain('c', coursePlainFields),
    sql<number[]>`array(select cm.module_id from course_module cm where cm.course_id = c.id order by 1)`.as(
      'moduleIds',
    ),
    sql<string[]>`array(
        select m.name from course_module cm join module m on m.id = cm.module_id where cm.course_id = c.id order by m.id
      )`.as('modules'),
    sql<'enabled' | 'disabled'>`case when c.enabled then 'enabled' else 'disabled' end`.as('state'),
    sql<number>`(
        select count(*) from school_course sc where sc.course_id = c.id and ${scoped(scope, sql.ref('sc.school_id'))}
      )`.as('schools'),
    'c.version',
  ])
}

export function findCourse(db: Db, scope: Scope, id: number): Promise<CourseRow | undefined> {
  return courseRows(db, scope).where('c.id', '=', id).executeTakeFirst()
}

/** A course, locked until the change is committed. */
export function lockCourse(db: Db, id: number) {
  return db
    .selectFrom('course')
    .select(['id', 'enabled', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Adds a course; undefined where its name is taken among those of its licence type. */
export async function insertCourse(db: Db, row: Insertable<Course>): Promise<number | undefined> {
  const added = await db
    .insertInto('course')
    .values(row)
    .onConflict(conflict => conflict.columns(['gear_type', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** @returns false where the name is taken among those of its licence type */
export function updateCourse(db: Db, id: number, row: Updateable<Course>): Promise<boolean> {
  return unlessTaken(db.updateTable('course').set(row).where('id', '=', id).execute())
}

/** The modules of these ids, with the licence types they are for. */
export function findModules(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('module as m')
    .innerJoin('sub_subject as part', 'part.id', 'm.sub_subject_id')
    .select(['m.id', 'm.name', 'part.gear_types as gearTypes'])
    .where(sql<boolean>`m.id = any(${ids}::bigint[])`)
    .orderBy('m.id')
    .execute()
}

/** Gives a course exactly these modules. */
export async function setModules(db: Db, course: number, modules: readonly number[]): Promise<void> {
  await sql`delete from course_module where course_id = ${course} and module_id <> all(${modules}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into course_module (course_id, module_id) select ${course}::bigint, unnest(${modules}::bigint[])
    on conflict do nothing`.execute(db)
}

/** Courses that are sold, those that the school's app offers first, in its order. */
export function readOffers(db: Db, school: number): Promise<DataOf<typeof courses.ofSchool>> {
  return db
    .selectFrom('course as c')
    .leftJoin('school_course as sc', join =>
      join.onRef('sc.course_id', '=', 'c.id').on('sc.school_id', '=', school),
    )
    .select([
      'c.id as courseId',
      'c.name as courseName',
      'c.gear_type as gearType',
      'c.minutes',
      'c.price as coursePrice',
      'c.floor_price as floorPrice',
      'sc.price',
      sql<boolean>`sc.id is not null`.as('offered'),
    ])
    .where('c.enabled', '=', true)
    .orderBy(sql`sc.sort nulls last`)
    .orderBy('c.id')
    .execute()
}

/** The courses of these ids, held as they are until the change is committed. */
export function holdCourses(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('course')
    .select(['id', 'name', 'enabled', 'price', 'floor_price as floorPrice'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
}

/** The offers of a course that lie below its floor price, and what they ask for. */
export async function offersBelowFloor(
  db: Db,
  course: number,
): Promise<{ schoolId: number; schoolName: string; price: number }[]> {
  return db
    .selectFrom('school_course as sc')
    .innerJoin('course as c', 'c.id', 'sc.course_id')
    .innerJoin('organisation as o', 'o.id', 'sc.school_id')
    .select([
      'o.id as schoolId',
      'o.name as schoolName',
      sql<number>`coalesce(sc.price, c.price)`.as('price'),
    ])
    .where('c.id', '=', course)
    .where(sql<boolean>`coalesce(sc.price, c.price) < c.floor_price`)
    .orderBy('o.id')
    .execute()
}

/** Makes these a school's offers, in this order. Offers of courses that are disabled wait for their return. */
export async function setOffers(
  db: Db,
  school: number,
  offers: readonly { courseId: number; price: number | null }[],
): Promise<void> {
  const ids = offers.map(({ courseId }) => courseId)
  await sql`
    delete from school_course sc using course c
    where c.id = sc.course_id and c.enabled and sc.school_id = ${school} and sc.course_id <> all(${ids}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into school_course (school_id, course_id, price, sort)
    select ${school}::bigint, o.id, o.price, o.sort
    from unnest(${ids}::bigint[], ${offers.map(({ price }) => price)}::bigint[]) with ordinality o (id, price, sort)
    on conflict (school_id, course_id) do update set price = excluded.price, sort = excluded.sort`.execute(db)
}
