import { DeleteOutlined, InboxOutlined, MailOutlined, ReadOutlined, UndoOutlined } from '@ant-design/icons'
import { longestMessageColumn, messages, type SiteMessage } from '@drivesim/contract/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { number } from '../../ui/format.ts'
import { RichText } from '../../ui/RichText.tsx'
import { BlockSkeleton, EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import styles from './messages.module.css'
import { refreshMessages } from './reads.ts'

const boxes = [
  { key: 'unread', title: '未读消息', icon: <MailOutlined aria-hidden />, empty: '没有未读消息' },
  { key: 'readed', title: '已读消息', icon: <ReadOutlined aria-hidden />, empty: '没有已读消息' },
  { key: 'trash', title: '回收站', icon: <InboxOutlined aria-hidden />, empty: '回收站是空的' },
] as const
type Box = (typeof boxes)[number]['key']

/** 消息中心: 未读消息, 已读消息 and 回收站; opening marks read, 删除 moves to the trash, 还原 back (product §14). */
export default function MessagePage() {
  const { message } = App.useApp()
  const narrow = useNarrow()
  const client = useQueryClient()
  const columns = useQuery(query(messages.columns, undefined, { quiet: true }))
  const [box, setBox] = useState<Box>('unread')
  const [shown, setShown] = useState<SiteMessage | null>(null)

  const open = async (one: SiteMessage) => {
    setShown(one)
    if (box !== 'unread') return
    // A failure was shown by the call: the message stays unread.
    await call(messages.markRead, { msg_id: one.msg_id }).catch(() => undefined)
    await refreshMessages(client)
  }
  const move = async (change: typeof messages.trash | typeof messages.restore, done: string) => {
    if (shown === null) return
    const moved = await call(change, { msg_id: shown.msg_id }).catch(() => false)
    if (!moved) return
    setShown(null)
    void message.success(done)
    await refreshMessages(client)
  }
  const choose = (key: Box) => {
    setBox(key)
    setShown(null)
  }
  if (columns.data === undefined) {
    if (columns.error === null) return <RowsSkeleton rows={12} />
    return <ErrorState error={columns.error} onRetry={() => void columns.refetch()} />
  }
  const { counts } = columns.data
  const current = boxes.find(({ key }) => key === box) ?? boxes[0]
  const list = columns.data[box]
  const place = boxes.find(({ key }) => columns.data[key].some(({ msg_id }) => msg_id === shown?.msg_id))?.key
  return (
    <div className={styles.page} data-open={shown !== null}>
      <h1 className="visually-hidden">消息中心</h1>
      <nav className={styles.boxes} aria-label="消息分类">
        {boxes.map(({ key, title, icon }) => (
          <button
            key={key}
            type="button"
            aria-current={key === box ? 'true' : undefined}
            onClick={() => choose(key)}
          >
            {icon}
            <span>{title}</span>
            <span className={`${styles.count} ui-digits`}>{number(counts[key])}</span>
          </button>
        ))}
      </nav>
      <section className={styles.list} aria-label={current.title}>
        {list.length === 0 && <EmptyState title={current.empty} />}
        <ul>
          {list.map(one => (
            <li key={one.msg_id}>
              <button
                type="button"
                aria-current={one.msg_id === shown?.msg_id ? 'true' : undefined}
                onClick={() => void open(one)}
              >
                <span className={styles.line}>{one.title}</span>
                <span className="ui-quiet">
                  <DateTime at={one.create_time} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {counts[box] > list.length && (
          <p className={`ui-quiet ${styles.more}`}>
            这里列出最近 {longestMessageColumn} 条，更早的可以点击右上角的铃铛在系统信息中查看
          </p>
        )}
      </section>
      <article className={styles.content} aria-label="消息内容">
        {shown === null ? (
          !narrow && <EmptyState title="请从左边选择一条消息" />
        ) : (
          <>
            {narrow && (
              <Button className={styles.back ?? ''} onClick={() => setShown(null)}>
                返回列表
              </Button>
            )}
            <div className={styles.head}>
              <h2 className={styles.title}>{shown.title}</h2>
              {place === 'readed' && (
                <Button
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => void move(messages.trash, '已移到回收站')}
                >
                  删除
                </Button>
              )}
              {place === 'trash' && (
                <Button
                  icon={<UndoOutlined aria-hidden />}
                  onClick={() => void move(messages.restore, '已还原到已读消息')}
                >
                  还原
                </Button>
              )}
            </div>
            <p className={`ui-quiet ${styles.date}`}>
              <DateTime at={shown.create_time} />
            </p>
            <Content key={shown.msg_id} id={shown.msg_id} />
          </>
        )}
      </article>
    </div>
  )
}

function Content({ id }: { id: number }) {
  const content = useQuery(query(messages.content, { msg_id: id }, { quiet: true }))
  if (content.data !== undefined) return <RichText html={content.data} />
  if (content.error === null) return <BlockSkeleton height={160} />
  return <ErrorState error={content.error} onRetry={() => void content.refetch()} />
}
