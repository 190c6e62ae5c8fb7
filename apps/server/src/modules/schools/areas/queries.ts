import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

interface Area {
  areaId: string
  name: string
}
export interface Province extends Area {
  cities: Area[]
}

export function listProvinces(db: Db): Promise<Area[]> {
  return db
    .selectFrom('area')
    .select(['code as areaId', 'name'])
    .where('parent_code', 'is', null)
    .orderBy('code')
    .execute()
}

/** Cities of one province, or all. */
export function listCities(db: Db, province: string | undefined): Promise<Area[]> {
  return db
    .selectFrom('area')
    .select(['code as areaId', 'name'])
    .where('parent_code', 'is not', null)
    .$if(province !== undefined, query => query.where('parent_code', '=', province ?? ''))
    .orderBy('code')
    .execute()
}

/** Every province with its cities. */
export async function areaTree(db: Db): Promise<Province[]> {
  const [provinces, cities] = await Promise.all([
    listProvinces(db),
    db
      .selectFrom('area')
      .select(['code as areaId', 'name', 'parent_code as province'])
      .where('parent_code', 'is not', null)
      .orderBy('code')
      .execute(),
  ])
  return provinces.map(province => ({
    ...province,
    cities: cities.filter(city => city.province === province.areaId),
  }))
}

/** Provinces and cities in which a school of the scope stands. */
export async function joinedAreas(db: Db, scope: Scope): Promise<Province[]> {
  const rows = await db
    .selectFrom('organisation as o')
    .innerJoin('area as p', 'p.code', 'o.province_code')
    .leftJoin('area as c', 'c.code', 'o.city_code')
    .select(['p.code as areaId', 'p.name', 'c.code as cityId', 'c.name as city'])
    .distinct()
    .where('o.type', '=', 'school')
    .where(scoped(scope, sql.ref('o.id')))
    .orderBy('p.code')
    .orderBy('c.code')
    .execute()
  const provinces: Province[] = []
  for (const { areaId, name, cityId, city } of rows) {
    let province = provinces.at(-1)
    if (province?.areaId !== areaId) {
      province = { areaId, name, cities: [] }
      provinces.push(province)
    }
    if (cityId !== null && city !== null) province.cities.push({ areaId: cityId, name: city })
  }
  return provinces
}

/** Whether the city lies in the province; without a city, whether the province is one that has none. */
export async function isArea(db: Db, province: string, city: string | undefined): Promise<boolean> {
  const row = await db
    .selectFrom('area as p')
    .select('p.code')
    .where('p.code', '=', province)
    .where('p.parent_code', 'is', null)
    .where(({ exists, not, selectFrom }) => {
      const cities = selectFrom('area as c').select('c.code').whereRef('c.parent_code', '=', 'p.code')
      return city === undefined ? not(exists(cities)) : exists(cities.where('c.code', '=', city))
    })
    .executeTakeFirst()
  return row !== undefined
}
