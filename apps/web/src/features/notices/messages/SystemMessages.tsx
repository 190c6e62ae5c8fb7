import { DeleteOutlined } from '@ant-design/icons'
import { type MessageRow, messages } from '@drivesim/contract/notices/messages'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { keyOf } from '../../../api/query.ts'
import { unreadQuery } from '../../../app/frame/unread.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { useUndo } from '../../../ui/useUndo.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import { MessageDetail } from './MessageDetail.tsx'
import { MessageWay } from './MessageWay.tsx'
import styles from './messages.module.css'
import { refreshMessages } from './reads.ts'

/** At the bottom of the list the next page waits this long (spec §4, §9). */
const nextPageDelayMs = 1000

/** 系统信息 (spec §2): all messages, newest first, page after page as one scrolls. */
export default function SystemMessages({ onClosed }: { onClosed: () => void }) {
  const offerUndo = useUndo()
  const client = useQueryClient()
  const unread = useQuery(unreadQuery).data ?? 0
  const [open, setOpen] = useState(true)
  const [shown, setShown] = useState<MessageRow | null>(null)
  const remove = async ({ messageId }: MessageRow) => {
    // A failure was shown by the call; the list stays as it is.
    const removed = await call(messages.remove, { messageId }).catch(() => false)
    if (!removed) return
    setShown(null)
    const undo = () => call(messages.restore, { msg_id: messageId }).then(() => refreshMessages(client))
    offerUndo({ done: '已删除，可以在消息中心的回收站还原', undo })
    await refreshMessages(client)
  }
  return (
    <DraggableModal
      title="系统信息"
      open={open}
      width={600}
      footer={
        <div className={styles.foot}>
          <Link to="/message" onClick={() => setOpen(false)}>
            打开消息中心
          </Link>
          <MarkAllRead count={unread} />
        </div>
      }
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <MessageRows onShow={setShown} onRemove={row => void remove(row)} onFollow={() => setOpen(false)} />
      {shown !== null && (
        <MessageDetail
          row={shown}
          onRemove={() => void remove(shown)}
          onFollow={() => setOpen(false)}
          onBack={() => setShown(null)}
        />
      )}
    </DraggableModal>
  )
}

interface RowsProps {
  onShow: (row: MessageRow) => void
  onRemove: (row: MessageRow) => void
  /** A row's link was followed. */
  onFollow: () => void
}

function MessageRows({ onShow, onRemove, onFollow }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const atEnd = useInView(end, box)
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(messages.list), 'pages'],
    queryFn: ({ pageParam, signal }) => call(messages.list, { pageNum: pageParam }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: (last, _, pageNum) => (last.hasNext ? pageNum + 1 : undefined),
  })
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages

  useEffect(() => {
    if (!atEnd || !hasNextPage || isFetching || isFetchNextPageError) return
    const timer = setTimeout(() => void fetchNextPage(), nextPageDelayMs)
    return () => clearTimeout(timer)
  }, [atEnd, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  if (pages.data === undefined) {
    return (
      <div className={styles.box} ref={box}>
        {pages.error === null ? (
          <RowsSkeleton rows={10} />
        ) : (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        )}
      </div>
    )
  }
  // Two pages read at different moments may overlap by a message that came between.
  const rows = [
    ...new Map(pages.data.pages.flatMap(page => page.dataList).map(row => [row.messageId, row])).values(),
  ]
  return (
    <section className={styles.box} ref={box} aria-label="信息列表">
      {rows.length === 0 && <EmptyState title="还没有系统信息" hint="设备提醒、系统公告等会出现在这里。" />}
      <ul className={styles.rows}>
        {rows.map(row => (
          <Row key={row.messageId} row={row} onShow={onShow} onRemove={onRemove} onFollow={onFollow} />
        ))}
      </ul>
      <p className={styles.end} ref={setEnd}>
        {!hasNextPage && '已经到底啦~'}
        {hasNextPage && !isFetchNextPageError && '正在加载更多'}
        {isFetchNextPageError && (
          <>
            {pages.error.message}
            <Button size="small" onClick={() => void fetchNextPage()}>
              重试
            </Button>
          </>
        )}
      </p>
    </section>
  )
}

function Row({ row, onShow, onRemove, onFollow }: RowsProps & { row: MessageRow }) {
  return (
    <li className={row.read ? styles.row : `${styles.row} ${styles.new}`}>
      <DateTime at={row.messageDate} />
      <button type="button" className={styles.brief} onClick={() => onShow(row)}>
        {!row.read && <span className="visually-hidden">未读：</span>}
        <span>{row.messageBrief}</span>
      </button>
      <span className={styles.rowEnd}>
        <MessageWay
          id={row.messageId}
          link={row.link}
          unread={!row.read}
          onFollow={onFollow}
          className={styles.way}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={`删除 ${row.messageBrief}`}
          title="删除"
          onClick={() => onRemove(row)}
        />
      </span>
    </li>
  )
}

/** Whether the element stands within the visible part of the box. */
function useInView(element: HTMLElement | null, box: { readonly current: HTMLElement | null }): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (element === null) return
    const observer = new IntersectionObserver(entries => setSeen(entries.at(-1)?.isIntersecting ?? false), {
      root: box.current,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, box])
  return seen
}
