import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { messages, type SiteMessage } from '@drivesim/contract/notices/messages'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { query } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { number } from '../../../ui/format.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { BlockSkeleton, EmptyState, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { useAskedId } from '../../../ui/useAsked.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { type Box, boxes, boxKeys } from './boxes.tsx'
import { MessageColumn } from './MessageColumn.tsx'
import styles from './messages.module.css'
import { refreshMessages } from './reads.ts'

/** 消息中心: 未读消息, 已读消息 and 回收站; opening marks read, 删除 moves to the trash, 还原 back. */
export default function MessagePage() {
  const { message } = App.useApp()
  const narrow = useNarrow()
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const columns = useQuery({
    ...query(messages.columns, { paramValue: words }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const [box, setBox] = useState<Box>('unread')
  const [shown, setShown] = useState<SiteMessage | null>(null)
  // Nothing leaves from under the pointer: what was read here stays until another column or search is chosen.
  const [kept, setKept] = useState<readonly SiteMessage[]>([])

  // An announcement of 首页 leads to the whole of it.
  const [wanted, setWanted] = useState<number | null>(null)
  useAskedId('messageId', setWanted)
  const here = columns.data !== undefined
  const show = useEffectEvent(() => {
    for (const key of boxKeys) {
      const one = columns.data?.[key].find(({ msg_id }) => msg_id === wanted)
      if (one === undefined) continue
      setBox(key)
      void open(key, one)
    }
    setWanted(null)
  })
  useEffect(() => {
    if (wanted !== null && here) show()
  }, [wanted, here])
  const keep = (more: readonly SiteMessage[]) =>
    setKept(before => [...before, ...more.filter(({ msg_id }) => before.every(one => one.msg_id !== msg_id))])
  const open = async (from: Box, one: SiteMessage) => {
    setShown(one)
    if (from !== 'unread' || !columns.data?.unread.some(({ msg_id }) => msg_id === one.msg_id)) return
    keep([one])
    // A failure was shown by the call: the message stays unread.
    await call(messages.markRead, { msg_id: one.msg_id }).catch(() => undefined)
    await refreshMessages(client)
  }

  if (columns.data === undefined) {
    if (columns.error === null) return <RowsSkeleton rows={12} />
    return <ErrorState error={columns.error} onRetry={() => void columns.refetch()} />
  }
  const { data } = columns
  const holds = (key: Box, { msg_id }: SiteMessage) => data[key].some(one => one.msg_id === msg_id)
  const place = shown === null ? undefined : boxKeys.find(key => holds(key, shown))

  const move = async (change: Move, done: string) => {
    if (shown === null) return
    const moved = await call(change, { msg_id: shown.msg_id }).catch(() => false)
    if (!moved) return
    setKept(before => before.filter(({ msg_id }) => msg_id !== shown.msg_id))
    setShown(null)
    void message.success(done)
    await refreshMessages(client)
  }
  const choose = (key: Box) => {
    setBox(key)
    setShown(null)
    setKept([])
  }
  const search = (typed: string) => {
    setWords(typed)
    setShown(null)
    setKept([])
  }
  return (
    <div className={styles.page} data-open={shown !== null}>
      <h1 className="visually-hidden">消息中心</h1>
      <nav className={styles.boxes} aria-label="消息分类">
        {boxKeys.map(key => (
          <button
            key={key}
            type="button"
            aria-current={key === box ? 'true' : undefined}
            onClick={() => choose(key)}
          >
            {boxes[key].icon}
            <span>{boxes[key].title}</span>
            <span className={`${styles.count} ui-digits`}>{number(data.counts[key])}</span>
          </button>
        ))}
      </nav>
      <MessageColumn
        box={box}
        columns={data}
        words={words}
        onSearch={search}
        kept={kept}
        shown={shown}
        onOpen={one => void open(box, one)}
        onMarkAll={() => keep(data.unread)}
        onRemoveAll={() => setShown(null)}
      />
      <article className={styles.content} aria-label="消息内容">
        {shown !== null && (
          <Opened message={shown} place={place} onBack={() => setShown(null)} onMove={move} />
        )}
        {shown === null && !narrow && <EmptyState title="请从左边选择一条消息" />}
      </article>
    </div>
  )
}

type Move = typeof messages.trash | typeof messages.restore

interface OpenedProps {
  message: SiteMessage
  /** Where it is now; undefined: gone meanwhile. */
  place: Box | undefined
  onBack: () => void
  onMove: (change: Move, done: string) => Promise<void>
}

/** The message that was opened, with the way to the trash or back. */
function Opened({ message, place, onBack, onMove }: OpenedProps) {
  const narrow = useNarrow()
  return (
    <>
      {narrow && (
        <Button className={styles.back ?? ''} onClick={onBack}>
          返回列表
        </Button>
      )}
      <div className={styles.head}>
        <h2 className={styles.title}>{message.title}</h2>
        {place === 'readed' && (
          <Button
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => void onMove(messages.trash, '已移到回收站')}
          >
            删除
          </Button>
        )}
        {place === 'trash' && (
          <Button
            icon={<UndoOutlined aria-hidden />}
            onClick={() => void onMove(messages.restore, '已还原到已读消息')}
          >
            还原
          </Button>
        )}
      </div>
      <p className={`ui-quiet ${styles.date}`}>
        <DateTime at={message.create_time} />
      </p>
      <Content key={message.msg_id} id={message.msg_id} />
    </>
  )
}

function Content({ id }: { id: number }) {
  const content = useQuery(query(messages.content, { msg_id: id }, { quiet: true }))
  if (content.data !== undefined) return <RichText html={content.data} />
  if (content.error === null) return <BlockSkeleton height={160} />
  return <ErrorState error={content.error} onRetry={() => void content.refetch()} />
}
