import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { messages, type SiteMessage } from '@drivesim/contract/notices/messages'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { query } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { number } from '../../../ui/format.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { BlockSkeleton, EmptyState, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { type Box, boxes, boxKeys } from './boxes.tsx'
import { MessageColumn } from './MessageColumn.tsx'
import { MessageWay } from './MessageWay.tsx'
import styles from './messages.module.css'
import { type Move, useShownMessages } from './useShownMessages.ts'

/** 消息中心: 未读消息, 已读消息 and 回收站; opening marks read, 删除 moves to the trash, 还原 back. */
export default function MessagePage() {
  const narrow = useNarrow()
  const { columns, box, filter, shown, kept, keep, open, follow, move, choose, search, close } =
    useShownMessages()
  if (columns.data === undefined) {
    if (columns.error === null) return <RowsSkeleton rows={12} />
    return <ErrorState error={columns.error} onRetry={() => void columns.refetch()} />
  }
  const { data } = columns
  const holds = (key: Box, { msg_id }: SiteMessage) => data[key].some(listed => listed.msg_id === msg_id)
  const place = shown === null ? undefined : boxKeys.find(key => holds(key, shown))
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
        filter={filter}
        onSearch={search}
        kept={kept}
        shown={shown}
        onOpen={opened => void open(box, opened)}
        onFollow={follow}
        onMarkAll={() => keep(data.unread)}
        onRemoveAll={close}
      />
      <article className={styles.content} aria-label="消息内容">
        {shown !== null && <OpenedMessage message={shown} place={place} onBack={close} onMove={move} />}
        {shown === null && !narrow && <EmptyState title="请从左边选择一条消息" />}
      </article>
    </div>
  )
}

interface OpenedProps {
  message: SiteMessage
  /** Where it is now; undefined: gone meanwhile. */
  place: Box | undefined
  onBack: () => void
  onMove: (change: Move, done: string) => Promise<void>
}

/** The message that was opened, with the way to the trash or back. */
function OpenedMessage({ message, place, onBack, onMove }: OpenedProps) {
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
        <MessageWay
          id={message.msg_id}
          link={message.link}
          unread={place === 'unread'}
          className={styles.way}
        />
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
