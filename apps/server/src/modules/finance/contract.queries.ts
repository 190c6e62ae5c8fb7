import {
  type ContractMode,
  type ContractRow,
  type ContractSortField,
  type ContractState,
  type Paging,
  renewalDays,
  type SchoolContracts,
} from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Part, pageOf } from '../../platform/postgres/paging.ts'
import { searched } from '../../platform/postgres/search.ts'

interface Search {
  paramValue?: string | undefined
  schoolId?: number | undefined
}

export interface Filter extends Search {
  mode?: ContractMode | undefined
  state?: ContractState | undefined
  renewal?: 'due' | undefined
}

interface Sorting {
  sortField?: ContractSortField | undefined
  sortOrder?: 'ascend' | 'descend' | undefined
}

const today = sql`business_day(now())`

/** Of the contract `c`: what its days and its being voided make of it. */
export const stateNow = sql<ContractState>`
  case when c.voided_at is not null then 'void' when c.starts_on > ${today} then 'pending'
    when c.ends_on < ${today} then 'expired' else 'active' end`

/** Of the contract `c`: whether no other of its school follows it. */
const isLast = sql<boolean>`(
  c.voided_at is null and not exists (
    select from contract later
    where later.school_id = c.school_id and later.voided_at is null and later.starts_on > c.starts_on
  ))`

/** Of the contract `c`: its end is near or over, nothing follows it, and nobody said that nothing is to. */
const toRenew = sql<boolean>`(
  c.terminated_at is null and c.ends_on - ${sql.lit(renewalDays)}::integer <= ${today} and ${isLast})`

/** What is there of the deposit of contract `c`, in fen. */
const depositBalance = sql<number>`(
  select coalesce(sum(amount), 0)::bigint from deposit_entry where contract_id = c.id)`

/** Ids of the filtered contracts, without their order. */
function filtered(db: Db, scope: Scope, { paramValue, schoolId, mode, ...asked }: Filter) {
  return db
    .selectFrom('contract as c')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .select('c.id')
    .where(scoped(scope, sql.ref('c.school_id')))
    .$if(schoolId !== undefined, query => query.where('c.school_id', '=', schoolId ?? 0))
    .$if(mode !== undefined, query => query.where('c.mode', '=', mode ?? ''))
    .$if(asked.state !== undefined, query => query.where(sql<SqlBool>`${stateNow} = ${asked.state}`))
    .$if(asked.renewal !== undefined, query => query.where(toRenew))
    .where(searched(paramValue, ['c.no', 'o.name']))
}

const sortColumns: Record<ContractSortField, RawBuilder<unknown>> = {
  startsOn: sql`starts_on`,
  endsOn: sql`ends_on`,
}

/** One page of the filtered contracts; unless asked otherwise the newest first. */
export async function contractPage(
  db: Db,
  scope: Scope,
  { sortField, sortOrder, ...filter }: Filter & Sorting,
  paging: Paging,
) {
  const found = filtered(db, scope, filter).select(['c.starts_on', 'c.ends_on'])
  const direction = sortOrder === 'descend' ? sql`desc` : sql`asc`
  const order = sortField === undefined ? sql`id desc` : sql`${sortColumns[sortField]} ${direction}, id`
  const { ids, total } = await pageOf(db, found, paging, order)
  const rows = await contractRows(db)
    .where(sql<SqlBool>`c.id = any(${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], c.id)`)
    .execute()
  return { rows: rows.map(written), total }
}

/** The next contracts of a file. */
export async function contractsBefore(db: Db, scope: Scope, filter: Filter, { before, most }: Part) {
  const ids = filtered(db, scope, filter).where('c.id', '<', before).orderBy('c.id', 'desc').limit(most)
  const rows = await contractRows(db).where('c.id', 'in', ids).orderBy('c.id', 'desc').execute()
  return rows.map(written)
}

/** A contract in the scope as lists show it. */
export async function findContract(db: Db, scope: Scope, id: number): Promise<ContractRow | undefined> {
  const row = await contractRows(db)
    .where('c.id', '=', id)
    .where(scoped(scope, sql.ref('c.school_id')))
    .executeTakeFirst()
  return row && written(row)
}

/** All contracts of an organisation's school, the newest first; none where the school is not in the scope. */
export async function contractsOf(db: Db, scope: Scope, organId: number): Promise<ContractRow[]> {
  const rows = await contractRows(db)
    .where(sql<SqlBool>`c.school_id = school_of(${organId})`)
    .where(scoped(scope, sql.ref('c.school_id')))
    .orderBy('c.id', 'desc')
    .execute()
  return rows.map(written)
}

/** One page of the schools, by their ids, each with its contracts that were not voided. */
export async function schoolPage(
  db: Db,
  scope: Scope,
  { schoolId, paramValue }: Search,
  paging: Paging,
): Promise<{ rows: SchoolContracts[]; total: number }> {
  const found = db
    .selectFrom('organisation as o')
    .select('o.id')
    .where('o.type', '=', 'school')
    .where(scoped(scope, sql.ref('o.id')))
    .$if(schoolId !== undefined, query => query.where('o.id', '=', schoolId ?? 0))
    .where(searched(paramValue, ['o.name']))
  const { ids, total } = await pageOf(db, found, paging, sql`id`)
  const schools = await db
    .selectFrom('organisation')
    .select(['id as schoolId', 'name as schoolName'])
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
  const contracts = await contractRows(db)
    .where(sql<SqlBool>`c.school_id = any(${ids}::bigint[])`)
    .where('c.voided_at', 'is', null)
    .orderBy('c.starts_on')
    .execute()
  const rows = schools.map(school => ({
    ...school,
    contracts: contracts.filter(contract => contract.schoolId === school.schoolId).map(written),
  }))
  return { rows, total }
}

/** How many contracts of the scope are to be renewed, and how many of them are over. */
export function countToRenew(db: Db, scope: Scope) {
  return db
    .selectFrom('contract as c')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where c.ends_on < ${today})`.as('over'),
    ])
    .where(scoped(scope, sql.ref('c.school_id')))
    .where(toRenew)
    .executeTakeFirstOrThrow()
}

type Row = Awaited<ReturnType<ReturnType<typeof contractRows>['execute']>>[number]

const written = ({ createdAt, ...row }: Row): ContractRow => ({ ...row, createdAt: createdAt.toISOString() })

function contractRows(db: Db) {
  return db
    .selectFrom('contract as c')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .innerJoin('member as m', 'm.id', 'c.created_by')
    .select([
      'c.id as contractId',
      'c.no',
      'c.school_id as schoolId',
      'o.name as schoolName',
      sql<ContractMode>`c.mode`.as('mode'),
      'c.platform_bp as platformBp',
      'c.monthly_rent as monthlyRent',
      'c.billing_day as billingDay',
      'c.due_days as dueDays',
      'c.starts_on as startsOn',
      'c.ends_on as endsOn',
      stateNow.as('state'),
      sql<boolean>`c.terminated_at is not null`.as('terminated'),
      isLast.as('last'),
      toRenew.as('toRenew'),
      'c.deposit',
      depositBalance.as('depositBalance'),
      'c.offline_cap as offlineCap',
      'c.deemed',
      'c.bank',
      sql<string | null>`account_of_contract(c.id)`.as('account'),
      sql<
        string | null
      >`(select from_day from contract_account where contract_id = c.id and from_day > ${today})`.as(
        'accountFrom',
      ),
      sql<number | null>`(
        select a.id from approval a where a.kind = 'account' and a.subject_id = c.id
          and state_of_approval(a.outcome, a.ends_at) = 'waiting' order by a.id desc limit 1)`.as(
        'accountApprovalId',
      ),
      'c.attachment_id as attachmentId',
      'c.void_reason as voidReason',
      'm.name as createdBy',
      'c.created_at as createdAt',
      'c.version',
    ])
}

/** What contracts are called, whose they are and when they run. */
export function contractNames(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('contract as c')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .select(['c.id', 'c.no', 'o.name as school', 'c.starts_on as startsOn', 'c.ends_on as endsOn'])
    .where(sql<SqlBool>`c.id = any(${ids}::bigint[])`)
    .execute()
}
