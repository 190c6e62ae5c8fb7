import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { type MemberRow, memberColumns, withDuty } from './queries.ts'

/** A key and its owner. */
export interface KeyRow extends MemberRow {
  keyId: number
  keyName: string
  mayExport: boolean
  /** What was chosen for it, separated by blanks. */
  keyCodes: string
  /** Chosen organisations and what is below them; null: all that its owner manages. */
  keyOrganisations: number[] | null
  keyNetworks: string
  /** Since it was last noted that it is in use; null: never. */
  unnotedSeconds: number | null
  factorDueAt: Date | null
  mustAddFactor: boolean
  systemNetworks: string
  over: boolean
}

/** The person behind a key, or behind the one that it took the place of, in one statement: a constant text, as that of sessions. */
const personOfKey = `
  select k.id as "keyId", k.name as "keyName", k.may_export as "mayExport", array_to_string(k.codes, ' ') as "keyCodes",
    case when k.organ_ids <> '{}' then array(select organisations_below(k.organ_ids)) end as "keyOrganisations",
    array_to_string(k.networks, ' ') as "keyNetworks",
    extract(epoch from now() - k.last_used_at)::float8 as "unnotedSeconds",
    due.at as "factorDueAt", coalesce(due.at <= now(), false) as "mustAddFactor",
    array_to_string(y.system_networks, ' ') as "systemNetworks",
    k.ended_at is not null or k.expires_at <= now() or (k.hash <> $1 and k.previous_until <= now()) or not m.enabled as over,
    ${memberColumns}
  from api_key k join member m on m.id = k.member_id cross join security_policy y${withDuty}
  where k.hash = $1 or k.previous_hash = $1`

export async function findPersonOfKey(db: Db, hash: Buffer): Promise<KeyRow | undefined> {
  const { rows } = await db.executeQuery<KeyRow>(CompiledQuery.raw(personOfKey, [hash]))
  return rows[0]
}

/** Use of a key is noted as often as this. */
export const noteUseSeconds = 60

/** Notes that a key is in use, once a minute at most, whichever processes it comes to. */
export async function noteUse(db: Db, keyId: number, address: string): Promise<void> {
  await sql`
    update api_key set last_used_at = now(), last_used_from = ${address}::inet
    where id = ${keyId} and (last_used_at is null or last_used_at <= now() - make_interval(secs => ${noteUseSeconds}))`.execute(
    db,
  )
}
