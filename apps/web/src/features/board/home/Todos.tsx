import { ClockCircleOutlined, ExclamationCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { dateTime, number, span } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { Button } from '../../../ui/speed/Button.tsx'
import { firstDays, useKnownFirstDays } from './firstDays.ts'
import styles from './home.module.css'
import { type Todo, type TodoAnswer, useTodos } from './todos.ts'

const looks: Readonly<Record<Todo['tone'], { tone: Tone; icon: ReactNode }>> = {
  danger: { tone: 'bad', icon: <WarningOutlined aria-hidden /> },
  warning: { tone: 'warn', icon: <ExclamationCircleOutlined aria-hidden /> },
  normal: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
}

/** What waits for this person, each one click from the list that it counts. Until it is known it is as high as with it. */
export function Todos() {
  const { data, error, refetch } = useTodos()
  const retry = () => void refetch()
  return (
    <section className={`ui-panel ${styles.todos}`} data-testid="home-todos" aria-label="待办">
      <h2>待办</h2>
      {data !== undefined && <TodoCards todos={data} onRetry={retry} />}
      {data === undefined && error === null && (
        <div className="ui-skeleton-block" role="status" aria-label="正在加载" />
      )}
      {data === undefined && error !== null && <FailedTodos sentence={error.message} onRetry={retry} />}
      <FirstDaysLeft />
    </section>
  )
}

/** Of a new installation, what is left of 开始使用 below: in a line that has room for it, so that nothing moves as it comes. */
function FirstDaysLeft() {
  const setup = useKnownFirstDays()
  if (setup === null) return null
  return (
    <button
      type="button"
      className={styles.progress}
      onClick={() => document.getElementById(firstDays.id)?.scrollIntoView({ block: 'end' })}
    >
      {firstDays.title}：{firstDays.progress(setup)}
    </button>
  )
}

/** As many as one line has in a narrow window. */
const shownAtOnce = 4

/** In one line at first, so that nothing below moves when they come; the most urgent come first. */
function TodoCards({ todos, onRetry }: { todos: readonly TodoAnswer[]; onRetry: () => void }) {
  const [all, showAll] = useState(false)
  if (todos.length === 0) return <span className="ui-quiet">没有待办</span>
  const waiting = todos.filter(todo => 'count' in todo)
  const failed = todos.length - waiting.length
  return (
    <>
      {waiting.length > 0 && (
        <ul className={all ? undefined : styles.oneLine}>
          {waiting.map(todo => (
            <li key={todo.key}>
              <TodoCard todo={todo} />
            </li>
          ))}
        </ul>
      )}
      {waiting.length > shownAtOnce && (
        <Button className={`ant-btn-sm ${styles.allTodos}`} aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? '收起' : `全部 ${waiting.length} 项`}
        </Button>
      )}
      {failed > 0 && <FailedTodos sentence={`有 ${failed} 项待办暂时读不出来`} onRetry={onRetry} />}
    </>
  )
}

function TodoCard({ todo: { label, count, oldestAt, to, tone } }: { todo: Todo }) {
  const now = useMinute()
  return (
    <Link to={to}>
      <StateTag tone={looks[tone].tone} icon={looks[tone].icon}>
        {label} <b>{number(count)}</b>
      </StateTag>
      {oldestAt !== null && (
        <time className="ui-quiet" dateTime={oldestAt} title={`最早 ${dateTime(oldestAt)}`}>
          最久 {span(Math.max(0, now - Date.parse(oldestAt)) / 1000)}
        </time>
      )}
    </Link>
  )
}

function FailedTodos({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <span className={styles.todosFailed} role="alert">
      {sentence}
      <Button className="ant-btn-sm" onClick={onRetry}>
        重试
      </Button>
    </span>
  )
}
