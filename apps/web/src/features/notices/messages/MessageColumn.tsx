import { SearchOutlined } from '@ant-design/icons'
import {
  longestMessageColumn,
  messages,
  mostSearchedMessages,
  type SiteMessage,
} from '@drivesim/contract/notices/messages'
import { type NoticeType, noticeTypes } from '@drivesim/contract/notices/noticeTypes'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { clearable } from '../../../ui/clearable.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { number } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { type Box, boxes, type Columns, type Filter, foundWords, isWhole } from './boxes.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import { MessageWay } from './MessageWay.tsx'
import styles from './messages.module.css'
import { RemoveAllRead } from './RemoveAllRead.tsx'

const kinds = Object.entries(noticeTypes).map(([value, { label }]) => ({ value, label }))

interface Props {
  box: Box
  columns: Columns
  /** What is searched for; empty: nothing. */
  filter: Filter
  onSearch: (filter: Filter) => void
  /** Opened in this column and no longer of it. */
  kept: readonly SiteMessage[]
  shown: SiteMessage | null
  onOpen: (message: SiteMessage) => void
  /** The link of one was followed. */
  onFollow: (message: SiteMessage) => void
  /** All that is unread is about to be marked read. */
  onMarkAll: () => void
  /** All that is read, or was found of it, is being moved to the trash. */
  onRemoveAll: () => void
}

/** One column's messages, newest first. What was opened here stays in its place, dimmed, with where it is now. */
export function MessageColumn(props: Props) {
  const { box, columns, filter, onSearch, kept, shown, onOpen, onFollow, onMarkAll, onRemoveAll } = props
  const { title, empty } = boxes[box]
  const list = columns[box]
  const gone = kept.filter(message => !list.some(({ msg_id }) => msg_id === message.msg_id))
  const rows = [...list, ...gone].sort(newestFirst)
  const [focused, setFocused] = useState<number>()
  const stop = (rows.find(message => message.msg_id === (focused ?? shown?.msg_id)) ?? rows[0])?.msg_id
  return (
    <section className={styles.list} aria-label={title}>
      <div className={styles.tools}>
        <Input.Search
          aria-label="搜索消息"
          placeholder="搜索标题和摘要"
          maxLength={50}
          allowClear
          defaultValue={filter.paramValue ?? ''}
          // Enter in the field searches, too: by keys the way to the messages is no longer for it.
          enterButton={<Button tabIndex={-1} aria-label="搜索" icon={<SearchOutlined aria-hidden />} />}
          onSearch={typed => onSearch({ ...filter, paramValue: typed.trim() })}
        />
        <Select
          aria-label="消息类型"
          className={styles.kind ?? ''}
          placeholder="全部类型"
          allowClear={clearable}
          value={filter.kind ?? null}
          options={kinds}
          onChange={(kind: NoticeType | null | undefined) => onSearch({ ...filter, kind: kind ?? undefined })}
        />
        {box === 'unread' && <MarkAllRead count={columns.counts.unread} filter={filter} onMark={onMarkAll} />}
        {box === 'readed' && (
          <RemoveAllRead count={columns.counts.readed} filter={filter} onStarted={onRemoveAll} />
        )}
      </div>
      {rows.length === 0 &&
        (isWhole(filter) ? (
          <EmptyState title={empty} />
        ) : (
          <EmptyState
            title={`${title}中没有${filter.kind === undefined ? `“${filter.paramValue}”` : `${foundWords(filter)}消息`}`}
            hint={elsewhere(box, columns)}
          />
        ))}
      {/* One stop of Tab, however many there are: what is opened stands behind them. */}
      <ul onKeyDown={step}>
        {rows.map(message => (
          <li key={message.msg_id} className={styles.item}>
            <button
              type="button"
              className={gone.includes(message) ? `${styles.message} ${styles.left}` : styles.message}
              aria-current={message.msg_id === shown?.msg_id ? 'true' : undefined}
              tabIndex={message.msg_id === stop ? 0 : -1}
              onFocus={() => setFocused(message.msg_id)}
              onClick={() => onOpen(message)}
            >
              <span className={styles.line}>{message.title}</span>
              <span className={`ui-quiet ${styles.about}`}>{aboutOf(message)}</span>
              <span className={`ui-quiet ${styles.facts}`}>
                <DateTime at={message.create_time} />
                {gone.includes(message) && <span>已读</span>}
              </span>
            </button>
            <MessageWay
              id={message.msg_id}
              link={message.link}
              unread={columns.unread.includes(message)}
              onFollow={() => onFollow(message)}
              className={styles.way}
              tabIndex={message.msg_id === stop ? 0 : -1}
            />
          </li>
        ))}
      </ul>
      <More box={box} columns={columns} filter={filter} />
    </section>
  )
}

/** The arrows go from one message to the next, Home and End to the first and the last. */
function step(event: React.KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex(button => button.matches(':focus'))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  all[to]?.focus()
}

/** What the column does not list. */
function More({ box, columns, filter }: Pick<Props, 'box' | 'columns' | 'filter'>) {
  const { data: whole } = useQuery(query(messages.columns, {}, { quiet: true }))
  const sentences: string[] = []
  if (columns.counts[box] > columns[box].length)
    sentences.push(
      isWhole(filter)
        ? `这里列出最近 ${longestMessageColumn} 条，更早的可以搜索，或点击右上角的铃铛在系统信息中查看`
        : `找到 ${number(columns.counts[box])} 条，这里列出最近 ${longestMessageColumn} 条，请输入更具体的内容`,
    )
  if (!isWhole(filter) && whole !== undefined && whole.counts[box] > mostSearchedMessages)
    sentences.push(`只搜索了最近 ${number(mostSearchedMessages)} 条`)
  if (sentences.length === 0) return null
  return <p className={`ui-quiet ${styles.more}`}>{sentences.join('；')}</p>
}

/** What the message is about; announcements repeat their title at its beginning. */
function aboutOf({ title, brief }: SiteMessage): string {
  return brief.startsWith(title) ? brief.slice(title.length).replace(/^[：。\s]+/, '') : brief
}

const newestFirst = (a: SiteMessage, b: SiteMessage) =>
  b.create_time.localeCompare(a.create_time) || b.msg_id - a.msg_id

/** Where it was found instead. */
function elsewhere(box: Box, { counts }: Columns): string {
  const found = (['unread', 'readed', 'trash'] as const).filter(key => key !== box && counts[key] > 0)
  if (found.length === 0) return '其他分类中也没有，请换一个词或类型再试'
  return found.map(key => `${boxes[key].title}中有 ${number(counts[key])} 条`).join('，')
}
