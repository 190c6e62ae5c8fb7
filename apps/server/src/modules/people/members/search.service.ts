import { members as calls } from '@drivesim/contract'
import { noteOf } from '../../../platform/parts.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { members } from './list.queries.ts'

export const memberSearch = searchPart({
  kind: 'member',
  label: '成员',
  access: calls.list.access,
  by: ['name', 'phone'],
  path: '/system/memberManagement',
  page: members.page,
  show: ({ userId, userName, userAccount, organName }) => ({
    id: userId,
    title: userName,
    note: noteOf(userAccount, organName),
    to: `/system/memberDetail?userId=${userId}`,
  }),
})
