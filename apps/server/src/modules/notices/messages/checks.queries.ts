import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

export const messageCounts: Check = {
  title: '每人的未读、已读、回收站数与消息一致',
  wrong: differences(
    sql`select member_id, count(*) filter (where state = 'unread') as unread, count(*) filter (where state = 'read') as read,
        count(*) filter (where state = 'trash') as trash
      from message group by 1`,
    sql`select member_id, unread, read, trash from message_count where (unread, read, trash) <> (0, 0, 0)`,
  ),
}
