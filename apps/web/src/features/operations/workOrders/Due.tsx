import { ClockCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { milliseconds } from '@drivesim/contract/businessDay'
import {
  clockKinds,
  type WorkOrderClock,
  type WorkOrderInfo,
  type WorkOrderRow,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { dateTime, duration, span } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { clockWords } from './clockWords.ts'
import styles from './workOrders.module.css'

interface Props {
  row: Pick<WorkOrderRow, 'dueAt' | 'late' | 'source' | 'plannedOn'>
  /** No head of a column says what it is. */
  alone?: boolean
}

/** Until when something is to be done: the instant, what is left on the wall's clock, and whether it is late. */
export function Due({ row, alone = false }: Props) {
  const now = useMinute()
  const { dueAt, late, source, plannedOn } = row
  // What rests says so itself.
  if (dueAt === null) return null
  // Shown as its day: the midnight at its end would read as the next day.
  const planned = source === 'plan' ? plannedOn : null
  const seconds = (milliseconds(dueAt) - now) / 1000
  if (late === 'overdue') {
    return (
      <StateTag tone="bad" icon={<ExclamationCircleOutlined aria-hidden />}>
        已超时{seconds < -60 && ` ${span(-seconds)}`}
      </StateTag>
    )
  }
  if (late === 'soon') {
    return (
      <StateTag tone="warn" icon={<ClockCircleOutlined aria-hidden />}>
        {planned === null ? `${dateTime(dueAt)} 前` : '今天到期'}
      </StateTag>
    )
  }
  return (
    <span className="ui-digits">
      {planned ?? dateTime(dueAt)}
      {alone && ' 到期'}
    </span>
  )
}

interface ClocksProps {
  order: WorkOrderInfo
  /** When the order was read, epoch milliseconds. */
  readAt: number
}

/** The clocks of an order, in working time. */
export function Clocks({ order, readAt }: ClocksProps) {
  if (order.clocks.length === 0) {
    return <p className="ui-quiet">{planned(order)}</p>
  }
  return (
    <dl className={styles.clocks}>
      {order.clocks.map(clock => (
        <div key={clock.clock} data-late={clock.breachedAt !== null}>
          <dt>{clockKinds[clock.clock]}时限</dt>
          <dd>
            <ClockLine clock={clock} readAt={readAt} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function planned({ plannedOn, submittedAt, state }: WorkOrderInfo): string {
  if (plannedOn === null) return '这张工单没有时限。'
  if (submittedAt !== null && state !== 'handling')
    return `计划工单没有时限，已于 ${dateTime(submittedAt)} 提交。`
  return `计划工单没有时限，${plannedOn} 之后算逾期。`
}

function ClockLine({ clock, readAt }: { clock: WorkOrderClock; readAt: number }) {
  const now = useMinute()
  const running = clock.state === 'running' ? Math.max(0, (now - readAt) / 1000) : 0
  const left = clock.budget - clock.spent - running
  const share = Math.min(1, Math.max(0, 1 - left / clock.budget))
  return (
    <>
      <strong className={styles.left}>{clockWords(clock, left)}</strong>
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="ui-quiet">
        共 {duration(clock.budget)}工作时间
        {clock.dueAt !== null && clock.state !== 'stopped' && `，${dateTime(clock.dueAt)} 到时`}
      </span>
    </>
  )
}
