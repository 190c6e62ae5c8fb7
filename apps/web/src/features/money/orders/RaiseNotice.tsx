import type { DataOf } from '@drivesim/contract/endpoint'
import { approvalLimits, orders } from '@drivesim/contract/money/orders/orders'
import { Alert, App, Button } from 'antd'
import { Link } from 'react-router'
import { useChange } from '../../../api/query.ts'
import { dateTime, money } from '../../../ui/format.ts'
import styles from './orders.module.css'

interface Props {
  settings: DataOf<typeof orders.settings>
  onDone: () => void
}

/** Higher limits that somebody asked for, with the way to the second person's decision, and limits that come later. */
export function RaiseNotice({ settings: { raises, version }, onDone }: Props) {
  const { message } = App.useApp()
  const cancel = useChange(orders.cancelRaise, { invalidates: [orders.settings] })
  const cancelRaise = async (limit: keyof typeof approvalLimits) => {
    await cancel.mutateAsync({ version, limit })
    message.success(`${approvalLimits[limit]}不调高`)
    onDone()
  }
  return (
    <>
      {raises.waiting.map(({ limit, to, askedBy, askedAt, approvalId }) => (
        <Alert
          key={limit}
          className={styles.raise ?? ''}
          type="warning"
          showIcon
          title={`${askedBy} 于 ${dateTime(askedAt)} 申请把${approvalLimits[limit]}调高到 ${money(to)}，等另一人同意`}
          description={<Link to={`/finacial/approvals?tab=all&approvalId=${approvalId}`}>查看申请</Link>}
        />
      ))}
      {raises.agreed.map(({ limit, to, from }) => (
        <Alert
          key={limit}
          className={styles.raise ?? ''}
          type="info"
          showIcon
          title={`${approvalLimits[limit]}调高到 ${money(to)}，已同意，${from} 起生效`}
          description={
            // The sentence of a refusal is shown by the call.
            <Button onClick={() => void cancelRaise(limit).catch(() => undefined)}>取消调高</Button>
          }
        />
      ))}
    </>
  )
}
