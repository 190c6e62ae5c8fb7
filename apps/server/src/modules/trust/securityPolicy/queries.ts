import type { PolicyForm, SecondStepGroup, SelfReset } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { DueDates } from './policy.rules.ts'

export type Policy = Omit<PolicyForm, 'codes' | 'version'> &
  DueDates & { readonly codes: readonly string[]; readonly version: number }

const columns = [
  sql<SecondStepGroup>`second_step_for`.as('secondStepFor'),
  'codes',
  'grace_days as graceDays',
  'codes_due_at as codesDueAt',
  'all_due_at as allDueAt',
  'step_up_minutes as stepUpMinutes',
  'idle_minutes as idleMinutes',
  'money_idle_minutes as moneyIdleMinutes',
  'absolute_hours as absoluteHours',
  'most_sessions as mostSessions',
  sql<string[]>`system_networks::text[]`.as('systemNetworks'),
  sql<SelfReset>`self_reset`.as('selfReset'),
  'consent_needed as consentNeeded',
  'version',
] as const

export const readPolicy = (db: Db): Promise<Policy> =>
  db
    .selectFrom('security_policy')
    .select([...columns])
    .executeTakeFirstOrThrow()

export const lockPolicy = (db: Db): Promise<Policy | undefined> =>
  db
    .selectFrom('security_policy')
    .select([...columns])
    .forUpdate()
    .executeTakeFirst()

/** A policy as it may become, by the columns of its row. */
export const rowOf = (form: Omit<PolicyForm, 'version'>, { codesDueAt, allDueAt }: DueDates) => ({
  second_step_for: form.secondStepFor,
  codes: [...form.codes],
  grace_days: form.graceDays,
  codes_due_at: codesDueAt,
  all_due_at: allDueAt,
  step_up_minutes: form.stepUpMinutes,
  idle_minutes: form.idleMinutes,
  money_idle_minutes: form.moneyIdleMinutes,
  absolute_hours: form.absoluteHours,
  most_sessions: form.mostSessions,
  system_networks: [...form.systemNetworks],
  self_reset: form.selfReset,
  consent_needed: form.consentNeeded,
})
export type PolicyRow = ReturnType<typeof rowOf>

export async function updatePolicy(db: Db, row: PolicyRow): Promise<void> {
  await db.updateTable('security_policy').set(row).execute()
}

/** Of whom this policy would ask a second step. */
export async function countObliged(db: Db, row: PolicyRow) {
  const { rows } = await sql<{ members: number; obliged: number; lacking: number; atOnce: number }>`
    with asked as (select jsonb_populate_record(y, ${JSON.stringify(row)}::jsonb) as policy from security_policy y),
    member_due as (
      select second_step_due(m, asked.policy) as due, exists (select from factor f where f.member_id = m.id) as has_factor
      from member m cross join asked where m.enabled
    )
    select count(*)::int as members, count(due)::int as obliged,
      count(due) filter (where not has_factor)::int as lacking,
      count(due) filter (where not has_factor and due <= now())::int as "atOnce"
    from member_due`.execute(db)
  return rows[0] ?? { members: 0, obliged: 0, lacking: 0, atOnce: 0 }
}

/** Sessions that are older, or of one person more, than this policy allows. */
const beyond = (row: PolicyRow) => sql`
  select id from (
    select s.id, s.created_at, s.last_used_at, row_number() over (partition by s.member_id order by s.last_used_at desc) as place
    from session s where s.ended_at is null and s.expires_at > now()
  ) alive
  where place > ${row.most_sessions} or created_at < now() - make_interval(hours => ${row.absolute_hours})
    or last_used_at < now() - make_interval(mins => ${row.idle_minutes})`

export async function countSessionsBeyond(db: Db, row: PolicyRow): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from (${beyond(row)}) s`.execute(db)
  return rows[0]?.count ?? 0
}

/** Ends them, and lets the others go on no longer than is allowed. @returns whose they were */
export async function endSessionsBeyond(db: Db, row: PolicyRow): Promise<number[]> {
  const { rows } = await sql<{ member_id: number }>`
    update session set ended_at = now(), end_reason = 'replaced' where id in (${beyond(row)}) returning member_id`.execute(
    db,
  )
  await sql`
    update session set expires_at = least(
      expires_at, last_used_at + make_interval(mins => ${row.idle_minutes}), created_at + make_interval(hours => ${row.absolute_hours}))
    where ended_at is null and expires_at > now()`.execute(db)
  return [...new Set(rows.map(({ member_id }) => member_id))]
}

/** What a new installation asks of whom: those who can do harm at once, the others after the days of grace. */
export async function beginPolicy(db: Db, group: SecondStepGroup): Promise<void> {
  await sql`
    update security_policy set second_step_for = ${group}, codes_due_at = now(), all_due_at = now() + make_interval(days => grace_days),
      absolute_hours = 168, self_reset = 'mail'`.execute(db)
}

/** The demo asks nobody, unless somebody has set that it does. */
export async function askNobody(db: Db): Promise<void> {
  await sql`update security_policy set second_step_for = 'none' where version = 1 and second_step_for <> 'none'`.execute(
    db,
  )
}
