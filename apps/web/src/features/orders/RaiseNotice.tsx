import type { DataOf } from '@drivesim/contract/endpoint'
import { orders } from '@drivesim/contract/orders'
import { Alert, App } from 'antd'
import { useChange } from '../../api/query.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { dateTime, money } from '../../ui/format.ts'
import styles from './orders.module.css'

interface Props {
  settings: DataOf<typeof orders.settings>
  onDone: () => void
}

/** A higher limit that somebody asked for, and what another person says to it. */
export function RaiseNotice({ settings: { raise, version }, onDone }: Props) {
  const { message } = App.useApp()
  const decide = useChange(orders.decideLimit, { invalidates: [orders.settings] })
  if (raise === null) return null
  const { to, askedBy, askedAt, from, notDecided } = raise
  const run = async (accept: boolean) => {
    await decide.mutateAsync({ version, accept })
    message.success(accept ? `已同意，免审批限额明天起为 ${money(to)}` : '免审批限额不调高')
    onDone()
  }
  const asked = `${askedBy ?? ''} 于 ${dateTime(askedAt)} 申请把免审批限额调高到 ${money(to)}`
  return (
    <Alert
      className={styles.raise ?? ''}
      type="warning"
      showIcon
      title={from === null ? `${asked}，等另一人同意` : `${asked}，已同意，${from} 起生效`}
      description={
        <span className={styles.raiseActs}>
          {from === null && (
            <ActButton reason={notDecided} onClick={() => void run(true).catch(() => undefined)}>
              同意调高
            </ActButton>
          )}
          <ActButton onClick={() => void run(false).catch(() => undefined)}>
            {from === null ? '不调高' : '取消调高'}
          </ActButton>
        </span>
      }
    />
  )
}
