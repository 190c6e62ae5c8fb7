import type { Classroom, Organisation, OrganisationType } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

interface OrganisationFilter {
  ids?: number[] | undefined
  type?: OrganisationType | undefined
}

/** Organisations in the scope, the disabled ones too, parents before children. */
export async function listOrganisations(
  db: Db,
  scope: Scope,
  { ids, type }: OrganisationFilter,
): Promise<Organisation[]> {
  const rows = await db
    .selectFrom('organisation as o')
    .select(['o.id as organizationId', 'o.name', 'o.type', 'o.parent_id as parentId', 'o.enabled'])
    .where(scoped(scope, sql.ref('o.id')))
    .$if(ids !== undefined, query => query.where(sql<boolean>`o.id = any(${ids}::bigint[])`))
    .$if(type !== undefined, query => query.where('o.type', '=', type ?? ''))
    .orderBy(sql`array_position(array['platform', 'school', 'servicePoint'], o.type)`)
    .orderBy('o.id')
    .execute()
  return rows.map(({ enabled, type, ...row }) => ({
    ...row,
    type: organisationType(type),
    state: enabled ? ('enabled' as const) : ('disabled' as const),
  }))
}

/** The database holds nothing else: a check constraint on the column. */
export function organisationType(type: string): OrganisationType {
  return type === 'platform' || type === 'school' ? type : 'servicePoint'
}

/** Classrooms of one organisation, or of a school with its service points, or all in the scope. Disabled ones are left out. */
export function listClassrooms(
  db: Db,
  scope: Scope,
  of: { organ?: number | undefined; school?: number | undefined },
): Promise<Classroom[]> {
  return db
    .selectFrom('classroom as c')
    .innerJoin('organisation as o', 'o.id', 'c.organ_id')
    .select([
      'c.id as roomId',
      'c.name as roomName',
      'c.organ_id as organId',
      sql<number>`case when o.type = 'servicePoint' then o.parent_id else o.id end`.as('schoolId'),
    ])
    .where(scoped(scope, sql.ref('c.organ_id')))
    .where('c.enabled', '=', true)
    .$if(of.organ !== undefined, query => query.where('c.organ_id', '=', of.organ ?? 0))
    .$if(of.school !== undefined, query =>
      query.where(({ eb, or }) =>
        or([eb('o.id', '=', of.school ?? 0), eb('o.parent_id', '=', of.school ?? 0)]),
      ),
    )
    .orderBy('c.organ_id')
    .orderBy('c.id')
    .execute()
}
