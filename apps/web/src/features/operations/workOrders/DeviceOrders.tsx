import { businessDayOf } from '@drivesim/contract/businessDay'
import { dueWord, type PlanDeviceRow } from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { opsFigures } from '@drivesim/contract/operations/opsFigures'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { duration, money, number, percent } from '../../../ui/format.ts'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { OrdersOf } from './orderLists.tsx'
import styles from './workOrders.module.css'

/** 维修记录 of one device: how reliable it is, when it is serviced next, and its orders. */
export default function DeviceOrders({ simulatorId }: { simulatorId: number }) {
  return (
    <div className={styles.stack}>
      <Reliability simulatorId={simulatorId} />
      <OrdersOf
        title="维修记录"
        fixed={{ simulatorId }}
        hiddenKeys={['subject', 'simulatorNum', 'organName', 'organId', 'roomName', 'roomId', 'show']}
        empty={{ title: '没有维修记录', hint: '设备上报故障或报修后，工单会出现在这里' }}
      />
    </div>
  )
}

const hours = (value: number | null) => value && `${number(Math.round(value * 10) / 10)} 小时`

function Reliability({ simulatorId }: { simulatorId: number }) {
  const figures = useQuery(query(opsFigures.ofDevice, { simulatorId }, { quiet: true }))
  const plans = useQuery(query(inspections.planDevices, { simulatorId, pageSize: 1 }, { quiet: true }))
  if (figures.error !== null)
    return <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
  if (figures.data === undefined) return <BlockSkeleton height={44} />
  const { failures, mtbfHours, mttrHours, availability, cost, meterSeconds } = figures.data
  const next = plans.data?.dataList[0]
  return (
    <Facts
      items={[
        ['近一年故障', `${number(failures)} 次`],
        ['平均无故障时间', hours(mtbfHours)],
        ['平均修复时间', hours(mttrHours)],
        ['可用率', availability && percent(availability / 100)],
        ['维修费用', money(cost)],
        ['累计训练', duration(meterSeconds)],
        ['下次保养', next && nextWords(next)],
      ]}
    />
  )
}

function nextWords(next: PlanDeviceRow): string {
  const { planName, dueOn, hoursLeft } = next
  const near = dueWord(next, businessDayOf(serverNow()))
  if (near !== null) return [planName, dueOn, near].filter(Boolean).join('，')
  const ways = [dueOn, hoursLeft === null ? null : `再训练 ${number(hoursLeft)} 小时`]
  return `${planName}，${ways.filter(way => way !== null).join(' 或 ')}`
}
