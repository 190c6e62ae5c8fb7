import type { ApiKeyRow, ApiKeyState } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'
import { keyColumns, stateOf, timesOf } from './queries.ts'

interface Filter {
  paramValue?: string | undefined
  state?: ApiKeyState | undefined
  organId?: number | undefined
}

/** What stands for organisations that the reader does not manage. */
const others = '其他机构'

/** The keys of people in the scope, the newest first. */
export const apiKeys = listByIds<Filter, ApiKeyRow>({
  found: ({ db, scope }, { paramValue, state, organId }) =>
    db
      .selectFrom('api_key as k')
      .innerJoin('member as m', 'm.id', 'k.member_id')
      .select('k.id')
      .where(scoped(scope, sql.ref('m.organ_id')))
      .where(matchesSearch(paramValue, ['k.name', 'k.hint', 'm.name', 'm.account']))
      .where(equals('m.organ_id', organId))
      .where(state === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${stateOf} = ${state}`),
  rows: async ({ db, scope }, ids) => {
    const isSeen = scoped(scope, sql.ref('s.id'))
    const rows = await db
      .selectFrom('api_key as k')
      .innerJoin('member as m', 'm.id', 'k.member_id')
      .innerJoin('organisation as o', 'o.id', 'm.organ_id')
      .where(scoped(scope, sql.ref('m.organ_id')))
      .where(isOneOf('k.id', ids))
      .select([
        ...keyColumns,
        sql<number[]>`array(select s.id from organisation s where s.id = any(k.organ_ids) and ${isSeen})`.as(
          'organIds',
        ),
        sql<string[]>`array(
          select distinct case when ${isSeen} then s.name else ${others} end
          from organisation s where s.id = any(k.organ_ids)
        )`.as('organNames'),
        'm.id as userId',
        'm.name as userName',
        'm.account as userAccount',
        'o.name as organName',
      ])
      .execute()
    return rows.map(row => ({ ...row, ...timesOf(row) }))
  },
  idOf: row => row.keyId,
})
