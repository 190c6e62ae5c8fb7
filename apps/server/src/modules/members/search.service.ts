import { members } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import { countMembers, listPage } from './list.queries.ts'

export const memberSearch: SearchPart = {
  kind: 'member',
  label: '成员',
  access: members.list.access,
  by: ['name', 'phone'],
  async find(db, scope, text, most) {
    const filter = { paramValue: text }
    const rows = await listPage(db, scope, filter, { pageNum: 0, pageSize: most })
    return {
      total: rows.length < most ? rows.length : await countMembers(db, scope, filter),
      rows: rows.map(({ userId, userName, userAccount, organName }) => ({
        id: userId,
        title: userName,
        note: noteOf(userAccount, organName),
        to: `/system/memberDetail?userId=${userId}`,
      })),
    }
  },
  list: text => `/system/memberManagement?${new URLSearchParams({ paramValue: text })}`,
}
