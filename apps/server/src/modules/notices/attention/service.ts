import type { AccessCode, NoticeType } from '@drivesim/contract'
import type { Db } from '../../../platform/postgres/db.ts'
import { endRows, insertRows, purgeRows } from './queries.ts'

/** Something that waits for somebody. Its texts come from the `notices` part of the subject's domain. */
export interface Attention {
  /** What it is about: the part's subject and the id, such as `workOrder:12`. */
  readonly subject: string
  /** By which of their settings people are reminded. */
  readonly type: Exclude<NoticeType, 'deviceOffline' | 'deviceFault' | 'announcement'>
  /** What there is to do, such as `toAccept`: a word of the part. */
  readonly key: string
  /** Whose it is; null: the platform's own, for those who manage the platform. */
  readonly organId: number | null
  /** One member, wherever they are; or those who hold one of the codes and have the organisation in their scope. */
  readonly to: { readonly memberId: number } | { readonly codes: readonly AccessCode[] }
  /** For the organisation's own people to do: not for those who manage the platform. */
  readonly ownPeople?: true
  /** Since when it waits, or from when on it will; missing: now. */
  readonly beginsAt?: Date
  /** For what only happened: after so many minutes nobody is told any more. Missing: it waits until it is ended. */
  readonly minutes?: number
}

/**
 * Opens rows, as part of the transaction that changes their subjects and after it has locked these (lock order 10, so
 * last but for messages). What is open already for the same addressee stays, with its beginning: end it first to begin
 * anew.
 */
export async function openAttention(db: Db, rows: readonly Attention[]): Promise<void> {
  if (rows.length === 0) return
  await insertRows(
    db,
    rows.map(({ subject, type, key, organId, to, ownPeople = false, beginsAt, minutes }) => ({
      subject,
      type,
      key,
      organ_id: organId,
      member_id: 'memberId' in to ? to.memberId : null,
      codes: 'codes' in to ? [...new Set(to.codes)].sort() : null,
      own_people: ownPeople,
      begins_at: beginsAt ?? null,
      minutes: minutes ?? null,
    })),
  )
}

/** Ends what is open of these subjects, of one key or of all, as part of the transaction. @returns how many rows */
export async function endAttention(
  db: Db,
  which: readonly { readonly subject: string; readonly key?: string }[],
): Promise<number> {
  if (which.length === 0) return 0
  return endRows(
    db,
    which.map(({ subject, key }) => ({ subject, key: key ?? null })),
  )
}

/** Deletes what ended so many days ago: nobody is reminded of it any more. */
export async function purgeAttention(db: Db, days: number): Promise<void> {
  await purgeRows(db, days)
}
