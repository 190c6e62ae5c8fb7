import { members } from '@drivesim/contract'
import { noteOf } from '../../platform/parts.ts'
import { searchPart } from '../../platform/searchPart.ts'
import { countMembers, listPage } from './list.queries.ts'

export const memberSearch = searchPart({
  kind: 'member',
  label: '成员',
  access: members.list.access,
  by: ['name', 'phone'],
  path: '/system/memberManagement',
  async page({ db, scope }, filter, paging) {
    const rows = await listPage(db, scope, filter, paging)
    return {
      rows,
      total: rows.length < paging.pageSize ? rows.length : await countMembers(db, scope, filter),
    }
  },
  show: ({ userId, userName, userAccount, organName }) => ({
    id: userId,
    title: userName,
    note: noteOf(userAccount, organName),
    to: `/system/memberDetail?userId=${userId}`,
  }),
})
