import { type MemberDetail, type MemberRow, maskPhone } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Filter {
  paramValue?: string | undefined
  roleId?: number | undefined
  organId?: number | undefined
  schoolId?: number | undefined
  enabled?: boolean | undefined
}

/** The members of the scope's organisations, the newest first. */
export const members = listByIds<Filter, MemberRow>({
  found: ({ db, scope }, { paramValue, roleId, organId, schoolId, enabled }) =>
    db
      .selectFrom('member as m')
      .select('m.id')
      .where(scoped(scope, sql.ref('m.organ_id')))
      .where(matchesSearch(paramValue, ['m.name', 'm.account'], 'm.phone'))
      .where(equals('m.organ_id', organId))
      .where(schoolId === undefined ? sql<SqlBool>`true` : isBelow(sql.ref('m.organ_id'), schoolId))
      .where(equals('m.enabled', enabled))
      .where(hasRole(roleId)),
  rows: async ({ db, scope }, ids) =>
    (await rows(db, scope).where(isOneOf('m.id', ids)).execute()).map(toRow),
  idOf: row => row.userId,
})

const hasRole = (roleId: number | undefined) =>
  roleId === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from member_role r where r.member_id = m.id and r.role_id = ${roleId})`

type MemberOfDb = Omit<MemberRow, 'lastLoginAt'> & { lastLoginAt: Date | null }

/** The columns of a row; roles of organisations outside the reader's scope are left out. */
function rows(db: Db, scope: Scope) {
  const visible = scoped(scope, sql.ref('role.organ_id'))
  return db
    .selectFrom('member as m')
    .where(scoped(scope, sql.ref('m.organ_id')))
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

/** One member; organisations they manage outside the reader's scope are left out. */
export async function findMember(db: Db, scope: Scope, id: number): Promise<MemberDetail | undefined> {
  const row = await rows(db, scope)
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
