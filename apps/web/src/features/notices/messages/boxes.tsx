import { InboxOutlined, MailOutlined, ReadOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import type { messages } from '@drivesim/contract/notices/messages'

/** The columns of 消息中心, in their order. */
export const boxes = {
  unread: { title: '未读消息', icon: <MailOutlined aria-hidden />, empty: '没有未读消息' },
  readed: { title: '已读消息', icon: <ReadOutlined aria-hidden />, empty: '没有已读消息' },
  trash: { title: '回收站', icon: <InboxOutlined aria-hidden />, empty: '回收站是空的' },
} as const
export type Box = keyof typeof boxes
export const boxKeys = ['unread', 'readed', 'trash'] as const satisfies readonly Box[]

export type Columns = DataOf<typeof messages.columns>
