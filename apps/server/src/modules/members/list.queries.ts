import { type MemberDetail, type MemberRow, maskPhone, type Paging } from '@drivesim/contract'
import { sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { countOf, type Part } from '../../platform/postgres/paging.ts'
import { containing, hasPhone } from '../../platform/postgres/search.ts'

export interface Filter {
  paramValue?: string | undefined
  roleId?: number | undefined
  organId?: number | undefined
  schoolId?: number | undefined
  enabled?: boolean | undefined
}

/** Members of the scope's organisations that the filter leaves, without their order. */
function filtered(db: Db, scope: Scope, { paramValue, roleId, organId, schoolId, enabled }: Filter) {
  return db
    .selectFrom('member as m')
    .where(scoped(scope, sql.ref('m.organ_id')))
    .$if(paramValue !== undefined, query => {
      const pattern = containing(paramValue)
      return query.where(({ eb, or }) =>
        or([
          eb('m.name', 'ilike', pattern),
          eb('m.account', 'ilike', pattern),
          hasPhone('m.phone', paramValue ?? ''),
        ]),
      )
    })
    .$if(organId !== undefined, query => query.where('m.organ_id', '=', organId ?? 0))
    .$if(schoolId !== undefined, query => query.where(isBelow(sql.ref('m.organ_id'), schoolId ?? 0)))
    .$if(enabled !== undefined, query => query.where('m.enabled', '=', enabled ?? true))
    .$if(roleId !== undefined, query =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('member_role as r')
            .select('r.role_id')
            .whereRef('r.member_id', '=', 'm.id')
            .where('r.role_id', '=', roleId ?? 0),
        ),
      ),
    )
}

type MemberOfDb = Omit<MemberRow, 'lastLoginAt'> & { lastLoginAt: Date | null }

/** The columns of a row; roles of organisations outside the reader's scope are left out. */
function rows(db: Db, scope: Scope, filter: Filter) {
  const visible = scoped(scope, sql.ref('role.organ_id'))
  return filtered(db, scope, filter)
    .innerJoin('organisation as o', 'o.id', 'm.organ_id')
    .select([
      'm.id as userId',
      'm.account as userAccount',
      'm.name as userName',
      'm.phone as userPhone',
      'm.mail as userMail',
      'm.organ_id as organId',
      'o.name as organName',
      'm.enabled',
      'm.last_login_at as lastLoginAt',
      'm.version',
      sql<MemberRow['roles']>`(
        select coalesce(jsonb_agg(jsonb_build_object('roleId', role.id, 'roleName', role.name) order by role.id), '[]')
        from member_role mr join role on role.id = mr.role_id
        where mr.member_id = m.id and (role.organ_id is null or ${visible})
      )`.as('roles'),
    ])
}

const toRow = <Row extends Pick<MemberOfDb, 'userPhone' | 'lastLoginAt'>>(row: Row) => ({
  ...row,
  userPhone: row.userPhone && maskPhone(row.userPhone),
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
})

/** One page of the filtered members, the newest first. */
export async function listPage(
  db: Db,
  scope: Scope,
  filter: Filter,
  { pageNum, pageSize }: Paging,
): Promise<MemberRow[]> {
  const found = await rows(db, scope, filter)
    .orderBy('m.id', 'desc')
    .limit(pageSize)
    .offset(pageNum * pageSize)
    .execute()
  return found.map(toRow)
}

/** The next members below an id, for a file of any length. */
export async function listBefore(
  db: Db,
  scope: Scope,
  filter: Filter,
  { before, most }: Part,
): Promise<MemberRow[]> {
  const found = await rows(db, scope, filter)
    .where('m.id', '<', before)
    .orderBy('m.id', 'desc')
    .limit(most)
    .execute()
  return found.map(toRow)
}

export function countMembers(db: Db, scope: Scope, filter: Filter): Promise<number> {
  return countOf(filtered(db, scope, filter))
}

/** One member; organisations they manage outside the reader's scope are left out. */
export async function findMember(db: Db, scope: Scope, id: number): Promise<MemberDetail | undefined> {
  const row = await rows(db, scope, {})
    .select([
      'm.icon as userIcon',
      'm.created_at as createdAt',
      'm.must_change_password as mustChangePassword',
      sql<MemberDetail['belongOrgans']>`(
        select coalesce(jsonb_agg(jsonb_build_object('organizationId', managed.id, 'name', managed.name) order by managed.id), '[]')
        from member_organisation mo join organisation managed on managed.id = mo.organ_id
        where mo.member_id = m.id and ${scoped(scope, sql.ref('managed.id'))}
      )`.as('belongOrgans'),
      sql<MemberDetail['holds']>`(
        select coalesce(jsonb_agg(jsonb_build_object('name', holder.name, 'how', h.how, 'at', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by h.at desc), '[]')
        from account_hold h join member holder on holder.id = h.by_id
        where h.member_id = m.id and h.attested_at is null and h.at > now() - interval '30 days'
      )`.as('holds'),
    ])
    .where('m.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : { ...toRow(row), createdAt: row.createdAt.toISOString() }
}
