import { type EnrolmentState, maskPhone, type PersonRow, type PersonState } from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { hasPhone, isOneOf } from '../../../platform/postgres/search.ts'

/** Whom to look for; nobody where nothing is given. */
export interface Sought {
  /** A whole name, a phone or its last four digits, or what an erased student is called. */
  readonly paramValue?: string | undefined
  /** What an ID number may be kept as; empty: the text is none. */
  readonly hashes: readonly Buffer[]
}

/** A student as they stand in their own row. */
export type FoundPerson = Omit<PersonRow, 'open' | 'waiting' | 'heldUntil' | 'idNumber'> & {
  readonly tail: string | null
}

const state = sql<PersonState>`case
  when s.erased_at is not null then 'erased' when s.restricted_at is not null then 'restricted' else 'used' end`

function matches({ paramValue = '', hashes }: Sought) {
  if (paramValue === '') return sql<SqlBool>`false`
  if (hashes.length > 0) return sql<SqlBool>`s.id_number_hash = any(${[...hashes]}::bytea[])`
  const [, erased] = /^已注销学员[(（](\d{1,15})/.exec(paramValue) ?? []
  if (erased !== undefined) return sql<SqlBool>`s.id = ${Number(erased)} and s.erased_at is not null`
  return /^[\d\s-]+$/.test(paramValue)
    ? hasPhone('s.phone', paramValue)
    : sql<SqlBool>`(name_grams(s.name) @> search_grams(${paramValue}) and s.name = ${paramValue})`
}

/** The students of the scope that a whole name, phone or ID number finds. */
export const foundPersons = listByIds<Sought, FoundPerson>({
  found: ({ db, scope }, sought) =>
    db
      .selectFrom('student as s')
      .select('s.id')
      .where(scoped(scope, sql.ref('s.school_id')))
      .where(matches(sought)),
  rows: async ({ db, scope }, ids) => {
    const rows = await db
      .selectFrom('student as s')
      .innerJoin('organisation as o', 'o.id', 's.school_id')
      .where(scoped(scope, sql.ref('s.school_id')))
      .where(isOneOf('s.id', ids))
      .select([
        's.id as studentId',
        's.name as studentName',
        's.phone',
        's.id_number_tail as tail',
        'o.name as schoolName',
        sql<EnrolmentState>`s.state`.as('enrolment'),
        's.registered_at as registeredAt',
        state.as('state'),
      ])
      .execute()
    return rows.map(({ phone, registeredAt, ...row }) => ({
      ...row,
      studentPhone: maskPhone(phone),
      registeredAt: registeredAt.toISOString(),
    }))
  },
  idOf: row => row.studentId,
})
