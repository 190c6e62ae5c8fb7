import type { NoticeType } from '@drivesim/contract'
import { type Business, memberOf } from '@drivesim/fleet/business'
import { ids, insertColumns, instants, text } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'

const hour = 3_600_000

export interface DemoMessage {
  /** Accounts. */
  readonly to: readonly string[]
  readonly hoursAgo: number
  readonly kind: NoticeType
  readonly title: string
  readonly brief: string
  readonly content: string
  /** The members who read it, and those who have it in the trash; for the others it is unread. */
  readonly read?: readonly string[]
  readonly trash?: readonly string[]
  readonly pushId?: number
}

/** Puts messages into the inboxes of demo accounts. */
export async function insertInboxes(
  db: Db,
  business: Business,
  messages: readonly DemoMessage[],
): Promise<void> {
  const copies = messages.flatMap(({ to, read = [], trash = [], hoursAgo, ...message }) =>
    to.map(account => ({
      ...message,
      memberId: memberOf(business, account).id,
      state: trash.includes(account) ? 'trash' : read.includes(account) ? 'read' : 'unread',
      at: business.until - hoursAgo * hour,
    })),
  )
  await insertColumns(db, 'message', {
    member_id: ids(copies.map(copy => copy.memberId)),
    kind: text(copies.map(copy => copy.kind)),
    title: text(copies.map(copy => copy.title)),
    brief: text(copies.map(copy => copy.brief)),
    content: text(copies.map(copy => copy.content)),
    state: text(copies.map(copy => copy.state)),
    push_id: ids(copies.map(copy => copy.pushId)),
    created_at: instants(copies.map(copy => copy.at)),
    opened_at: instants(copies.map(({ state, at }) => (state === 'unread' ? null : at + hour))),
  })
}
