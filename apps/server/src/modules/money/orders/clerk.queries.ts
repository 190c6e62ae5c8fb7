import type { ClerkDay, ClerkSums, Option } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'

interface ClerkFilter {
  organId?: number | undefined
  clerkId?: number | undefined
  beginDate?: string | undefined
  endDate?: string | undefined
}

const conditions = (scope: Scope, { organId, clerkId, beginDate, endDate }: ClerkFilter) =>
  sql.join(
    [
      sql<SqlBool>`o.created_by is not null and ${scoped(scope, sql.ref('o.organ_id'))}`,
      ...(organId === undefined ? [] : [isBelow(sql.ref('o.organ_id'), organId)]),
      ...(clerkId === undefined ? [] : [sql<SqlBool>`o.created_by = ${clerkId}`]),
      ...(beginDate === undefined ? [] : [sql<SqlBool>`o.day >= ${beginDate}::date`]),
      ...(endDate === undefined ? [] : [sql<SqlBool>`o.day <= ${endDate}::date`]),
    ],
    sql` and `,
  )

/**
 * `days`: what each clerk took and gave back in a school's cash, by day. 冲正 of what a channel has no payment of is none.
 * What was registered before its kind was asked was called cash.
 */
const days = (of: RawBuilder<unknown>) => sql`
  acts as (
    select o.day, o.created_by, coalesce(o.tender, 'cash') as tender, o.amount as taken, 0::bigint as refunded,
      0::bigint as reversed, 1 as orders
    from recharge_order o where o.channel = 'offline' and o.paid_at is not null and ${of}
    union all
    select o.day, o.created_by, case when o.method = 'cash' then 'cash' else coalesce(r.tender, 'cash') end, 0,
      case when o.method = 'cash' then o.amount else 0 end, case when o.method = 'reversal' then o.amount else 0 end, 0
    from refund o join recharge_order r on r.id = o.recharge_order_id
    where o.state = 'refunded' and o.method in ('cash', 'reversal') and o.holder_school_id is not null and ${of}
  ), days as materialized (
    select day, created_by, sum(orders)::bigint as orders, sum(taken)::bigint as taken,
      coalesce(sum(taken) filter (where tender = 'cash'), 0)::bigint as cash,
      coalesce(sum(taken) filter (where tender = 'pos'), 0)::bigint as pos,
      coalesce(sum(taken) filter (where tender = 'transfer'), 0)::bigint as transfer,
      sum(refunded)::bigint as refunded, sum(reversed)::bigint as reversed,
      coalesce(sum(taken - refunded - reversed) filter (where tender = 'cash'), 0)::bigint as till
    from acts group by 1, 2
  )`
const sumNames = [
  'taken',
  'cash',
  'pos',
  'transfer',
  'refunded',
  'reversed',
  'till',
] as const satisfies (keyof ClerkSums)[]
const columns = sql`d.day, d.created_by as "clerkId", m.name as "clerkName", d.orders, ${sql.join(sumNames.map(name => sql.ref(`d.${name}`)))}`

/** Them, the latest day first, with the sums of all. */
export const clerkDays: List<ClerkFilter, ClerkDay, ClerkSums> = {
  async page({ db, scope }, filter, { pageNum, pageSize }) {
    const { rows } = await sql<ClerkSums & { rows: ClerkDay[]; total: number }>`
      with ${days(conditions(scope, filter))}
      select count(*)::bigint as total,
        ${sql.join(sumNames.map(name => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))},
        (
          select coalesce(json_agg(page), '[]') from (
            select ${columns}
            from days d join member m on m.id = d.created_by
            order by d.day desc, d.created_by limit ${pageSize} offset ${pageNum * pageSize}
          ) page
        ) as rows
      from days`.execute(db)
    const [found] = rows
    if (found === undefined) throw new Error('an aggregate gave no row')
    const { rows: page, total, ...sum } = found
    return { rows: page, total, sum }
  },
  async part({ db, scope }, filter, { last, most }) {
    const rest = last === undefined ? filter : { ...filter, endDate: last.day }
    const { rows } = await sql<ClerkDay>`
      with ${days(conditions(scope, rest))}
      select ${columns} from days d join member m on m.id = d.created_by
      where ${last === undefined ? sql`true` : sql`(d.day < ${last.day}::date or d.created_by > ${last.clerkId})`}
      order by d.day desc, d.created_by limit ${most}`.execute(db)
    return rows
  },
}

/** Members who registered a recharge or asked for a refund in the scope, by name. */
export async function clerkOptions(db: Db, scope: Scope): Promise<Option[]> {
  const { rows } = await sql<Option>`
    select m.id as value, m.name as label from member m
    where exists (select from recharge_order o where o.created_by = m.id and ${scoped(scope, sql.ref('o.organ_id'))})
      or exists (select from refund o where o.created_by = m.id and ${scoped(scope, sql.ref('o.organ_id'))})
    order by m.name, m.id`.execute(db)
  return rows
}
