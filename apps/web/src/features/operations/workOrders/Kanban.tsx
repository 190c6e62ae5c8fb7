import { DownOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import {
  type WorkOrderRow,
  type WorkOrderState,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { query } from '../../../api/query.ts'
import { number } from '../../../ui/format.ts'
import { Filters } from '../../../ui/list/Filters.tsx'
import '../../../ui/list/list.css'
import { readList, writeList } from '../../../ui/list/listUrl.ts'
import { menuItem } from '../../../ui/list/RowActions.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { matterOf, subjectOf } from './columns.tsx'
import { Due } from './Due.tsx'
import { workOrderFilters } from './filters.tsx'
import styles from './kanban.module.css'
import { dropOf } from './kanban.ts'
import { workOrderPath } from './paths.ts'
import { Badges, PriorityWord, stateLooks } from './tags.tsx'
import { useActor } from './useActor.ts'
import { useWorkOrderActions, type WorkOrderActions } from './useWorkOrderActions.tsx'

const filters = workOrderFilters.filter(({ name }) => name !== 'state')
const keys = { names: filters.map(({ name }) => name) }
/** The keyboard must reach what scrolls sideways. */
const scrollable = { role: 'region', 'aria-label': '各状态的工单', tabIndex: 0 } as const
type KanbanColumn = DataOf<typeof workOrders.kanban>['columns'][number]

/** 看板: the orders of each state; dragging one to another state is the act that leads there. */
export function Kanban() {
  const [search, setSearch] = useSearchParams()
  const view = readList(search, keys)
  const kanban = useQuery({
    ...query(workOrders.kanban, view.values, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const actions = useWorkOrderActions()
  const [dragged, drag] = useState<WorkOrderRow | null>(null)
  return (
    <section className={styles.whole} aria-label="工单看板">
      <Filters
        filters={filters}
        values={view.values}
        onQuery={values => setSearch(writeList(search, keys, { ...view, values }))}
      />
      {kanban.error !== null && <ErrorState error={kanban.error} onRetry={() => void kanban.refetch()} />}
      {kanban.data === undefined && kanban.error === null && <BlockSkeleton height={420} />}
      {kanban.data !== undefined && (
        <div className={styles.kanban} {...scrollable}>
          {kanban.data.columns.map(column => (
            <Column
              key={column.state}
              column={column}
              search={search}
              actions={actions}
              dragged={dragged}
              onDrag={drag}
            />
          ))}
        </div>
      )}
      {actions.dialogs}
    </section>
  )
}

interface ColumnProps {
  column: KanbanColumn
  search: URLSearchParams
  actions: WorkOrderActions
  dragged: WorkOrderRow | null
  onDrag: (order: WorkOrderRow | null) => void
}

function Column({ column: { state, total, cards }, search, actions, dragged, onDrag }: ColumnProps) {
  const actor = useActor()
  const navigate = useNavigate()
  const [over, setOver] = useState(false)
  const drop = dragged === null || dragged.state === state ? null : dropOf(dragged, state, actor)
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (dragged === null || drop === null || drop.act === null) return
    if (drop.act === 'submit') void navigate(workOrderPath(dragged))
    else actions.run(drop.act, dragged)
    onDrag(null)
  }
  const { tone, icon } = stateLooks[state]
  return (
    <section
      className={styles.column}
      aria-label={workOrderStates[state]}
      data-drop={drop === null ? undefined : drop.act === null ? 'no' : 'yes'}
      data-over={over || undefined}
      onDragOver={event => {
        if (drop === null || drop.act === null) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <h2 className={`${styles.head} ui-tone-${tone}`}>
        {icon}
        {workOrderStates[state]}
        <span className={styles.count}>{number(total)}</span>
      </h2>
      {drop !== null && <p className={styles.drop}>{drop.words}</p>}
      <ul className={styles.cards}>
        {cards.map(order => (
          <Card key={order.orderId} order={order} actions={actions} onDrag={onDrag} />
        ))}
      </ul>
      {cards.length === 0 && <p className={styles.none}>没有工单</p>}
      {total > cards.length && (
        <Link className={styles.rest} to={`?${listOf(state, search)}`}>
          其余 {number(total - cards.length)} 张在列表中查看
        </Link>
      )}
    </section>
  )
}

/** The list of one state, with the kanban's filters. */
function listOf(state: WorkOrderState, search: URLSearchParams): URLSearchParams {
  const list = new URLSearchParams(search)
  list.delete('tab')
  list.set('state', state)
  return list
}

interface CardProps {
  order: WorkOrderRow
  actions: WorkOrderActions
  onDrag: (order: WorkOrderRow | null) => void
}

/** What and where, then how long is left. By keyboard the acts stand in its menu. */
function Card({ order, actions, onDrag }: CardProps) {
  const acts = actions.ofRow(order)
  const subject = subjectOf(order)
  return (
    <li
      className={styles.card}
      draggable
      data-late={order.late ?? undefined}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags only what carries data.
        event.dataTransfer.setData('text/plain', order.no)
        onDrag(order)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <Link className={styles.subject} to={workOrderPath(order)} draggable={false} title={subject}>
        {subject}
      </Link>
      <span className={styles.place} title={`${order.organName} · ${order.roomName}`}>
        {order.organName} · {order.roomName}
      </span>
      <span className={styles.facts}>
        <Due row={order} alone />
        {order.priority === 'urgent' && <PriorityWord priority="urgent" />}
        <Badges badges={order.badges} />
      </span>
      <span className={styles.place}>{matterOf(order)}</span>
      <span className={styles.foot}>
        <span className={styles.who}>{order.assigneeName ?? '未派单'}</span>
        {acts.length > 0 && (
          <MenuButton
            className="ui-text-button"
            aria-label={`${order.no} 的操作`}
            menu={() => ({ items: acts.map(menuItem) })}
          >
            操作
            <DownOutlined />
          </MenuButton>
        )}
      </span>
    </li>
  )
}
