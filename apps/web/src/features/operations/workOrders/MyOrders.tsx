import { CompassOutlined, PhoneOutlined } from '@ant-design/icons'
import type { WorkOrderRow } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { type WorkOrderVisit, workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { ScanDevice } from '../../../parts/scan/ScanDevice.tsx'
import { number } from '../../../ui/format.ts'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useCopy } from '../../../ui/useCopy.ts'
import { matterOf, subjectOf } from './columns.tsx'
import { Due } from './Due.tsx'
import styles from './mine.module.css'
import { workOrderPath } from './paths.ts'
import { Badges, PriorityWord, WorkOrderTag } from './tags.tsx'
import { useWorkOrderActions, type WorkOrderActions } from './useWorkOrderActions.tsx'

/** Planned orders that were sent to nobody yet, where this person sees to the place. */
const claimable = { show: 'claimable', source: 'plan' } as const

/**
 * 我的工单 by place, as a technician goes from one to the next; places with overdue ones stand first. Below are the planned ones that
 * they may claim: a dispatcher need not send them.
 */
export function MyOrders() {
  const mine = useQuery(query(workOrders.mine, undefined, { quiet: true }))
  const waiting = useQuery(
    query(
      workOrders.list,
      { ...claimable, sortField: 'dueAt', sortOrder: 'ascend', pageSize: 20 },
      { quiet: true },
    ),
  )
  const actions = useWorkOrderActions()
  const failed = [mine, waiting].find(({ error }) => error !== null)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (mine.data === undefined || waiting.data === undefined) return <BlockSkeleton height={320} />
  const visits = mine.data
  const { dataList, totalDataNum } = waiting.data
  return (
    <section className={styles.mine} aria-label="我的工单">
      <ScanDevice />
      {visits.length === 0 && (
        <EmptyState
          title="没有待处理的工单"
          hint="派给您的工单和可认领的计划工单会出现在这里；其他待派单的在列表中认领"
        />
      )}
      {visits.map((visit, index) => (
        <div key={visit.roomId}>
          {visit.cityName !== (visits[index - 1]?.cityName ?? null) && (
            <h2 className={styles.city}>{visit.cityName ?? '未填写城市'}</h2>
          )}
          <Place visit={visit} actions={actions} />
        </div>
      ))}
      {dataList.length > 0 && <Claimable orders={dataList} total={totalDataNum} actions={actions} />}
      {actions.dialogs}
    </section>
  )
}

interface ClaimableProps {
  orders: readonly WorkOrderRow[]
  total: number
  actions: WorkOrderActions
}

function Claimable({ orders, total, actions }: ClaimableProps) {
  const title = '可认领的计划工单'
  return (
    <section className={styles.place} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h3>
            {title} {number(total)}
          </h3>
          <p className="ui-quiet">到期的保养和巡检，还没有派给谁。认领后由您处理。</p>
        </div>
      </header>
      <ul className={styles.orders}>
        {orders.map(order => (
          <Order key={order.orderId} order={order} actions={actions} />
        ))}
      </ul>
      {total > orders.length && (
        <Link className={styles.way} to={`/operation/workOrder?tab=list&${new URLSearchParams(claimable)}`}>
          在列表中看全部 {number(total)} 张
        </Link>
      )}
    </section>
  )
}

function Place({ visit, actions }: { visit: WorkOrderVisit; actions: WorkOrderActions }) {
  const { organName, roomName, address, contact, contactPhone, orders } = visit
  const copy = useCopy()
  return (
    <section className={styles.place} aria-label={`${organName} ${roomName}`}>
      <header className={styles.head}>
        <div>
          <h3>
            {organName} · {roomName}
          </h3>
          <p className="ui-quiet">{address ?? '没有填写地址'}</p>
        </div>
        <div className={styles.ways}>
          {address !== null && (
            <a
              className={styles.way}
              href={`https://uri.amap.com/search?keyword=${encodeURIComponent(`${organName} ${address}`)}`}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => void copy('地址', address)}
            >
              <CompassOutlined aria-hidden /> 导航
            </a>
          )}
          {contactPhone !== null && (
            <a className={styles.way} href={`tel:${contactPhone}`}>
              <PhoneOutlined aria-hidden /> {contact ?? '电话'}
            </a>
          )}
        </div>
      </header>
      <ul className={styles.orders}>
        {orders.map(order => (
          <Order key={order.orderId} order={order} actions={actions} />
        ))}
      </ul>
    </section>
  )
}

/** The whole card leads to the order; what it waits for can be pressed here. */
function Order({ order, actions }: { order: WorkOrderRow; actions: WorkOrderActions }) {
  return (
    <li className={styles.order} data-late={order.late ?? undefined}>
      <Link to={workOrderPath(order)} className={styles.open}>
        <span className={styles.line}>
          <strong>{subjectOf(order)}</strong>
          <WorkOrderTag state={order.state} />
        </span>
        <span className={styles.line}>
          <span>{matterOf(order)}</span>
          {order.priority === 'urgent' && <PriorityWord priority="urgent" />}
        </span>
        <span className={styles.line}>
          <span className="ui-quiet">
            {order.state === 'pending' ? `${order.organName} · ${order.no}` : order.no}
          </span>
          <Due row={order} alone />
        </span>
        <Badges badges={order.badges} />
      </Link>
      {order.state === 'pending' && (
        <div className={styles.acts}>
          <Button size="large" onClick={() => actions.run('claim', order)}>
            认领
          </Button>
        </div>
      )}
      {order.state === 'assigned' && (
        <div className={styles.acts}>
          <Button size="large" onClick={() => actions.run('reject', order)}>
            拒单
          </Button>
          <Button size="large" type="primary" onClick={() => actions.run('accept', order)}>
            接单
          </Button>
        </div>
      )}
    </li>
  )
}
