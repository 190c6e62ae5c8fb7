import {
  type DataOf,
  type OrganisationRow,
  type OrganisationType,
  organisationPlainFields,
  type organisations,
  type SimulatorState,
  stateNameOf,
} from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { type List, listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'
import { organisationType } from './queries.ts'

interface Filter {
  paramValue?: string | undefined
  provinceId?: string | undefined
  cityId?: string | undefined
  state?: 'enabled' | 'disabled' | undefined
  schoolId?: number | undefined
}

/** Those of one kind, the newest first. */
const listOf = (type: OrganisationType): List<Filter, OrganisationRow> =>
  listByIds({
    found: ({ db, scope }, { paramValue, provinceId, cityId, state, schoolId }) =>
      db
        .selectFrom('organisation as o')
        .select('o.id')
        .where('o.type', '=', type)
        .where(scoped(scope, sql.ref('o.id')))
        .where(equals('o.province_code', provinceId))
        .where(equals('o.city_code', cityId))
        .where(equals('o.enabled', state && state === 'enabled'))
        .where(equals('o.parent_id', schoolId))
        .where(matchesSearch(paramValue, ['o.name', 'o.contact', 'o.phone', 'o.address'])),
    rows: ({ db }, ids) => organisationRows(db, ids),
    idOf: row => row.organizationId,
  })

export const schools = listOf('school')
export const servicePoints = listOf('servicePoint')

/** Those of these schools that are in the scope. */
export async function schoolsIn(db: Db, scope: Scope, ids: readonly number[]): Promise<OrganisationRow[]> {
  const rows = await db
    .selectFrom('organisation as o')
    .select('o.id')
    .where('o.type', '=', 'school')
    .where(isOneOf('o.id', ids))
    .where(scoped(scope, sql.ref('o.id')))
    .execute()
  return organisationRows(
    db,
    rows.map(({ id }) => id),
  )
}

/** What hangs below an organisation, itself included. All of it is in the scope that the organisation is in. */
const idsBelow = sql`(select organisations_below(array[o.id]))`

/** The ids as rows of a list, with the counts of what hangs below each. */
/** Organisations as lists show them, in no order. */
export async function organisationRows(db: Db, ids: readonly number[]): Promise<OrganisationRow[]> {
  const rows = await db
    .selectFrom('organisation as o')
    .leftJoin('organisation as p', 'p.id', 'o.parent_id')
    .leftJoin('area as province', 'province.code', 'o.province_code')
    .leftJoin('area as city', 'city.code', 'o.city_code')
    .select([
      'o.id as organizationId',
      ...selectPlain('o', organisationPlainFields),
      'o.type',
      'o.parent_id as parentId',
      'o.enabled',
      'p.name as parentName',
      'o.province_code as provinceId',
      'o.city_code as cityId',
      'province.name as province',
      'city.name as city',
      'o.version',
      sql<number>`(select count(*) from organisation c where c.parent_id = o.id and c.type = 'servicePoint')`.as(
        'servicePoints',
      ),
      sql<number>`(select count(*) from classroom c where c.organ_id in ${idsBelow})`.as('classrooms'),
      sql<number>`(
        select coalesce(sum(n.simulators), 0)::bigint from simulator_count n where n.organ_id in ${idsBelow}
      )`.as('simulators'),
      sql<number>`(select count(*) from student s where s.school_id in ${idsBelow})`.as('students'),
    ])
    .where(isOneOf('o.id', ids))
    .execute()
  return rows.map(({ type, enabled, province, city, ...row }) => ({
    ...row,
    type: organisationType(type),
    state: enabled ? 'enabled' : 'disabled',
    area: areaName(province, city),
  }))
}

/** A municipality is its own city, and is not said twice. */
function areaName(province: string | null, city: string | null): string | null {
  if (province === null || city === null || province === city) return province
  return `${province} ${city}`
}

/** An organisation in the scope as lists show it, or undefined. */
export async function findOrganisation(
  db: Db,
  scope: Scope,
  id: number,
): Promise<OrganisationRow | undefined> {
  const row = await db
    .selectFrom('organisation as o')
    .select('o.id')
    .where('o.id', '=', id)
    .where(scoped(scope, sql.ref('o.id')))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [found] = await organisationRows(db, [row.id])
  return found
}

type Below = DataOf<typeof organisations.below>

/** A school and its service points, with their classrooms and the simulators in them, the disabled ones too. */
export async function readBelow(db: Db, scope: Scope, id: number): Promise<Below> {
  const [organs, rooms, simulators] = await Promise.all([
    db
      .selectFrom('organisation as o')
      .select(['o.id as organizationId', 'o.name', 'o.type', 'o.parent_id as parentId', 'o.enabled'])
      .where(({ eb, or }) => or([eb('o.id', '=', id), eb('o.parent_id', '=', id)]))
      .where(scoped(scope, sql.ref('o.id')))
      .orderBy(sql`o.id <> ${id}`)
      .orderBy('o.id')
      .execute(),
    db
      .selectFrom('classroom as c')
      .innerJoin('organisation as o', 'o.id', 'c.organ_id')
      .select([
        'c.id as roomId',
        'c.name as roomName',
        'c.organ_id as organId',
        sql<number>`school_of(o.id)`.as('schoolId'),
        'c.enabled',
      ])
      .where(({ eb, or }) => or([eb('o.id', '=', id), eb('o.parent_id', '=', id)]))
      .where(scoped(scope, sql.ref('c.organ_id')))
      .orderBy('c.id')
      .execute(),
    db
      .selectFrom('simulator as s')
      .innerJoin('simulator_state as now', 'now.simulator_id', 's.id')
      .leftJoin('simulator_heard as heard', 'heard.simulator_id', 's.id')
      .innerJoin('organisation as o', 'o.id', 's.organ_id')
      .select([
        's.id as simulatorId',
        's.name as simulatorName',
        's.sn as simulatorNum',
        sql<SimulatorState>`now.state_id`.as('stateId'),
        sql<Date | null>`coalesce(heard.heard_at, now.last_seen_at)`.as('lastSeenAt'),
        's.room_id as roomId',
      ])
      .where(({ eb, or }) => or([eb('o.id', '=', id), eb('o.parent_id', '=', id)]))
      .where(scoped(scope, sql.ref('s.organ_id')))
      .orderBy('s.seat')
      .orderBy('s.id')
      .execute(),
  ])
  const state = (enabled: boolean) => (enabled ? ('enabled' as const) : ('disabled' as const))
  return organs.map(({ enabled, type, ...organ }) => ({
    ...organ,
    type: organisationType(type),
    state: state(enabled),
    classrooms: rooms
      .filter(room => room.organId === organ.organizationId)
      .map(({ enabled, ...room }) => ({
        ...room,
        state: state(enabled),
        simulators: simulators
          .filter(simulator => simulator.roomId === room.roomId)
          .map(simulator => ({ ...simulator, stateName: stateNameOf(simulator) })),
      })),
  }))
}
