import type { SimulatorDetail } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import type { InputOf } from '@drivesim/contract/endpoint'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { query, useChange } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { SimulatorStateTag } from '../../../parts/SimulatorState.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { matterOf } from './columns.tsx'
import { Due } from './Due.tsx'
import styles from './mine.module.css'
import { workOrderPath } from './paths.ts'
import { ReportForm } from './ReportForm.tsx'
import { workOrderReads } from './reads.ts'
import { Badges, WorkOrderTag } from './tags.tsx'
import { useLiveWorkOrders } from './useLiveWorkOrders.ts'

/** 设备维修 of a scanned label. */
export default function RepairPage(label: InputOf<typeof devices.ofLabel>) {
  const found = useQuery(query(devices.ofLabel, label, { quiet: true }))
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <PageSkeleton panels={[180, 160]} />
  return <RepairOf simulatorId={found.data.simulatorId} />
}

/** What is open about a device, what it reports, and what can be begun. */
export function RepairOf({ simulatorId }: { simulatorId: number }) {
  const detail = useQuery(query(devices.baseInfo, { simulatorId }, { quiet: true }))
  useLiveWorkOrders()
  useRecordName(detail.data?.carNum ?? detail.data?.simulatorName)
  if (detail.error !== null) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (detail.data === undefined) return <PageSkeleton panels={[180, 160]} />
  return <Repair simulator={detail.data} />
}

function Repair({ simulator }: { simulator: SimulatorDetail }) {
  const reports = useCan(...workOrders.add.access)
  const starts = useCan(...inspections.startPlan.access)
  const [reporting, setReporting] = useState(false)
  const { simulatorId, simulatorName, simulatorNum, carNum, organName, classroomName, roomId } = simulator
  return (
    <div className="ui-page">
      <PageHead
        title={simulatorName}
        tag={<SimulatorStateTag of={simulator} />}
        facts={
          <>
            {carNum !== null && <span>{carNum}</span>}
            <span>{simulatorNum}</span>
            <span>
              {organName} · {classroomName}
            </span>
          </>
        }
        actions={
          reports && (
            <Button type="primary" size="large" onClick={() => setReporting(true)}>
              报修
            </Button>
          )
        }
      />
      <OpenOrders simulatorId={simulatorId} />
      <OpenFaults simulatorId={simulatorId} />
      {starts && <Plans roomId={roomId} roomName={classroomName} />}
      {reporting && <ReportForm simulator={simulator} onClosed={() => setReporting(false)} />}
    </div>
  )
}

function OpenOrders({ simulatorId }: { simulatorId: number }) {
  const orders = useQuery(
    query(workOrders.list, { simulatorId, show: 'open', pageSize: 20 }, { quiet: true }),
  )
  return (
    <Panel title="未完结工单">
      {orders.error !== null ? (
        <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />
      ) : orders.data === undefined ? (
        <BlockSkeleton height={88} />
      ) : orders.data.dataList.length === 0 ? (
        <p className="ui-quiet">没有未完结的工单。</p>
      ) : (
        <ul className={styles.orders}>
          {orders.data.dataList.map(order => (
            <li key={order.orderId} className={styles.order} data-late={order.late ?? undefined}>
              <Link to={workOrderPath(order)} className={styles.open}>
                <span className={styles.line}>
                  <strong>{matterOf(order)}</strong>
                  <WorkOrderTag state={order.state} />
                </span>
                <span className={styles.line}>
                  <span className="ui-quiet">
                    {order.no} · {order.assigneeName ?? '未派单'}
                  </span>
                  <Due row={order} alone />
                </span>
                <Badges badges={order.badges} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function OpenFaults({ simulatorId }: { simulatorId: number }) {
  const faults = useQuery(query(devices.faults, { simulatorId, pageSize: 10 }, { quiet: true }))
  return (
    <Panel title="最近上报的故障">
      {faults.error !== null ? (
        <ErrorState error={faults.error} onRetry={() => void faults.refetch()} />
      ) : faults.data === undefined ? (
        <BlockSkeleton height={88} />
      ) : faults.data.dataList.length === 0 ? (
        <p className="ui-quiet">设备没有上报过故障。</p>
      ) : (
        <ul className={styles.orders}>
          {faults.data.dataList.map(({ faultId, code, text, raisedAt, clearedAt }) => (
            <li key={faultId} className={styles.line}>
              <span>
                <span className="ui-digits">{code}</span> {text}
              </span>
              <span className="ui-quiet">
                <RelativeTime at={raisedAt} />
                {clearedAt === null ? '，尚未恢复' : '，已恢复'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** 巡检 and 保养 of the device's classroom, which begin an order of one's own. */
function Plans({ roomId, roomName }: { roomId: number; roomName: string }) {
  const plans = useQuery(query(inspections.planChoices, { roomId }, { quiet: true }))
  const start = useChange(inspections.startPlan, { invalidates: workOrderReads })
  const ask = useConfirm()
  const navigate = useNavigate()
  if (plans.data === undefined || plans.data.length === 0) return null
  return (
    <Panel title="巡检与保养">
      <ul className={styles.orders}>
        {plans.data.map(({ planId, name, devices: count }) => (
          <li key={planId} className={styles.line}>
            <span>
              {name} <span className="ui-quiet">{count} 台</span>
            </span>
            <Button
              size="large"
              aria-label={`开始执行“${name}”`}
              onClick={() =>
                ask({
                  title: `在 ${roomName} 执行“${name}”？`,
                  consequence: `生成一张由您处理的工单，逐台填写 ${count} 台设备的检查结果。`,
                  verb: '开始执行',
                  run: async () => {
                    const order = await start.mutateAsync({ planId, roomId })
                    void navigate(workOrderPath(order))
                  },
                })
              }
            >
              开始执行
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
