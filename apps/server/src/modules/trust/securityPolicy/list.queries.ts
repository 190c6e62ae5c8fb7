import type { FactorKind, FactorState, MemberFactor } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Filter {
  paramValue?: string | undefined
  state?: FactorState | undefined
  organId?: number | undefined
}

const due = sql<Date | null>`(select second_step_due(m, y) from security_policy y)`
const has = sql<boolean>`exists (select from factor f where f.member_id = m.id)`
const state = sql<FactorState>`case
  when ${has} then 'there'
  when ${due} is null then 'none'
  when ${due} <= now() then 'missing'
  else 'asked'
end`

/** The members of the scope who may sign in, and what their second step is at; the newest first. */
export const memberFactors = listByIds<Filter, MemberFactor>({
  found: ({ db, scope }, { paramValue, state: wanted, organId }) =>
    db
      .selectFrom('member as m')
      .select('m.id')
      .where('m.enabled', '=', true)
      .where(scoped(scope, sql.ref('m.organ_id')))
      .where(matchesSearch(paramValue, ['m.name', 'm.account'], 'm.phone'))
      .where(equals('m.organ_id', organId))
      .where(wanted === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${state} = ${wanted}`),
  rows: async ({ db, scope }, ids) => {
    const rows = await db
      .selectFrom('member as m')
      .innerJoin('organisation as o', 'o.id', 'm.organ_id')
      .where(scoped(scope, sql.ref('m.organ_id')))
      .where(isOneOf('m.id', ids))
      .select([
        'm.id as userId',
        'm.name as userName',
        'm.account as userAccount',
        'm.organ_id as organId',
        'o.name as organName',
        'm.last_login_at as lastLoginAt',
        state.as('state'),
        due.as('dueAt'),
        sql<
          FactorKind[]
        >`array(select distinct f.kind from factor f where f.member_id = m.id order by f.kind)`.as('kinds'),
        sql<number>`(select count(*)::int from recovery_code c where c.member_id = m.id and c.used_at is null)`.as(
          'recoveryLeft',
        ),
      ])
      .execute()
    return rows.map(({ dueAt, lastLoginAt, ...row }) => ({
      ...row,
      dueAt: dueAt?.toISOString() ?? null,
      lastLoginAt: lastLoginAt?.toISOString() ?? null,
    }))
  },
  idOf: row => row.userId,
})
