import { InboxOutlined, MailOutlined, ReadOutlined } from '@ant-design/icons'
import type { DataOf, InputOf } from '@drivesim/contract/endpoint'
import type { messages } from '@drivesim/contract/notices/messages'
import { noticeTypes } from '@drivesim/contract/notices/noticeTypes'

/** The columns of 消息中心, in their order. */
export const boxes = {
  unread: { title: '未读消息', icon: <MailOutlined aria-hidden />, empty: '没有未读消息' },
  readed: { title: '已读消息', icon: <ReadOutlined aria-hidden />, empty: '没有已读消息' },
  trash: { title: '回收站', icon: <InboxOutlined aria-hidden />, empty: '回收站是空的' },
} as const
export type Box = keyof typeof boxes
export const boxKeys = ['unread', 'readed', 'trash'] as const satisfies readonly Box[]

/** What of them is shown; empty: all. */
export type Filter = InputOf<typeof messages.columns>
export type Columns = DataOf<typeof messages.columns>

export const isWhole = ({ kind, paramValue }: Filter) => kind === undefined && (paramValue ?? '') === ''

/** What of the messages a filter finds, in words before their number: `类型为“工单提醒”的`; all: nothing. */
export function foundWords({ kind, paramValue }: Filter): string {
  const parts = [
    ...(kind === undefined ? [] : [`类型为“${noticeTypes[kind].label}”`]),
    ...((paramValue ?? '') === '' ? [] : [`含有“${paramValue}”`]),
  ]
  return parts.length === 0 ? '' : `${parts.join('、')}的`
}
