import {
  type ContractMode,
  type ContractRow,
  type ContractSortField,
  type ContractState,
  contractPlainFields,
  maskAccountsIn,
  renewalDays,
  type SchoolContracts,
} from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface Search {
  paramValue?: string | undefined
  schoolId?: number | undefined
}

interface Filter extends Search {
  mode?: ContractMode | undefined
  state?: ContractState | undefined
  renewal?: 'due' | undefined
  account?: 'missing' | undefined
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

/** Of the contract `c`: what a bank asks for of its account is known, part by part. */
const isSplit = sql<boolean>`exists (select from bank_account where account = c.bank)`

/** Of the contract `c`: it is or will be in force, and a bank's file cannot be written for it. */
const toComplete = sql<boolean>`(
  c.voided_at is null and c.ends_on >= ${today} and not ${isSplit})`

/** What is there of the deposit of contract `c`, in fen. */
const depositBalance = sql<number>`(
  select coalesce(sum(amount), 0)::bigint from deposit_entry where contract_id = c.id)`

const sortColumns: Record<ContractSortField, RawBuilder<unknown>> = {
  startsOn: sql`starts_on`,
  endsOn: sql`ends_on`,
}

/** Contracts; unless asked otherwise the newest first. */
export const contracts = listByIds<Filter & Sorting, ContractRow>({
  found: ({ db, scope }, { paramValue, schoolId, mode, state, renewal, account }) =>
    db
      .selectFrom('contract as c')
      .innerJoin('organisation as o', 'o.id', 'c.school_id')
      .select(['c.id', 'c.starts_on', 'c.ends_on'])
      .where(scoped(scope, sql.ref('c.school_id')))
      .where(equals('c.school_id', schoolId))
      .where(equals('c.mode', mode))
      .where(matchesSearch(paramValue, ['c.no', 'o.name']))
      .$if(state !== undefined, query => query.where(sql<SqlBool>`${stateNow} = ${state}`))
      .$if(renewal !== undefined, query => query.where(toRenew))
      .$if(account !== undefined, query => query.where(toComplete)),
  rows: ({ db }, ids) => contractsByIds(db, ids),
  idOf: row => row.contractId,
  order: ({ sortField, sortOrder }) =>
    sortField && sql`${sortColumns[sortField]} ${sortOrder === 'descend' ? sql`desc` : sql`asc`}, id`,
})

/** Contracts as lists show them, in no order. */
export const contractsByIds = async (db: Db, ids: readonly number[]): Promise<ContractRow[]> =>
  (await contractRows(db).where(isOneOf('c.id', ids)).execute()).map(written)

/** A contract in the scope as lists show it. */
/** Those of these contracts that are in the scope. */
export async function contractsIn(db: Db, scope: Scope, ids: readonly number[]): Promise<ContractRow[]> {
  const rows = await db
    .selectFrom('contract as c')
    .select('c.id')
    .where(isOneOf('c.id', ids))
    .where(scoped(scope, sql.ref('c.school_id')))
    .execute()
  return contractsByIds(
    db,
    rows.map(({ id }) => id),
  )
}

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

/** The schools, by their ids, each with its contracts that were not voided. */
export const contractsBySchool = listByIds<Search, SchoolContracts>({
  found: ({ db, scope }, { schoolId, paramValue }) =>
    db
      .selectFrom('organisation as o')
      .select('o.id')
      .where('o.type', '=', 'school')
      .where(scoped(scope, sql.ref('o.id')))
      .where(equals('o.id', schoolId))
      .where(matchesSearch(paramValue, ['o.name'])),
  rows: async ({ db }, ids) => {
    const schools = await db
      .selectFrom('organisation')
      .select(['id as schoolId', 'name as schoolName'])
      .where(isOneOf('id', ids))
      .execute()
    const contracts = await contractRows(db)
      .where(isOneOf('c.school_id', ids))
      .where('c.voided_at', 'is', null)
      .orderBy('c.starts_on')
      .execute()
    return schools.map(school => ({
      ...school,
      contracts: contracts.filter(contract => contract.schoolId === school.schoolId).map(written),
    }))
  },
  idOf: row => row.schoolId,
  first: 'oldest',
})

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

const written = ({ createdAt, bank, account, ...row }: Row): ContractRow => ({
  ...row,
  bank: bank && maskAccountsIn(bank),
  account: account && maskAccountsIn(account),
  accountToCome: bank !== account,
  createdAt: createdAt.toISOString(),
})

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
      ...selectPlain('c', contractPlainFields),
      stateNow.as('state'),
      sql<boolean>`c.terminated_at is not null`.as('terminated'),
      isLast.as('last'),
      toRenew.as('toRenew'),
      isSplit.as('accountSplit'),
      depositBalance.as('depositBalance'),
      'c.offline_cap as offlineCap',
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

/** What contracts are called, which school they are of, and when they run. */
export function contractNames(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('contract as c')
    .innerJoin('organisation as o', 'o.id', 'c.school_id')
    .select(['c.id', 'c.no', 'o.name as school', 'c.starts_on as startsOn', 'c.ends_on as endsOn'])
    .where(isOneOf('c.id', ids))
    .execute()
}
