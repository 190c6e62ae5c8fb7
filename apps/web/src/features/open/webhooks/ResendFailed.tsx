import type { WebhookRow } from '@drivesim/contract/open/webhooks/webhookShapes'
import { webhooks } from '@drivesim/contract/open/webhooks/webhooks'
import { App, Select } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { dateTime } from '../../../ui/format.ts'
import { webhookReads } from './reads.ts'

const hour = 3_600_000
const spans = [
  ['最近 1 小时', hour],
  ['最近 24 小时', 24 * hour],
  ['最近 7 天', 7 * 24 * hour],
  ['最近 30 天', 30 * 24 * hour],
] as const

/** 重发失败的: whatever of an endpoint failed, or was stopped, since a moment. */
export function ResendFailed({ endpoint, onClosed }: { endpoint: WebhookRow; onClosed: () => void }) {
  const { message } = App.useApp()
  const resend = useChange(webhooks.resendFailed, { invalidates: webhookReads, quiet: true })
  const [options] = useState(() =>
    spans.map(([label, ms]) => {
      const since = new Date(serverNow() - ms).toISOString()
      return { value: since, label: `${label}（${dateTime(since)} 起）` }
    }),
  )
  return (
    <DrawerForm
      title={`重发“${endpoint.name}”失败的推送`}
      submitText="重发"
      schema={webhooks.resendFailed.input}
      initial={{ endpointId: endpoint.endpointId, since: options[1]?.value }}
      loading={resend.isPending}
      submitError={resend.error}
      onSubmit={async values => {
        const { deliveries } = await resend.mutateAsync(values)
        void message.success(`已重新加入发送：${deliveries} 条`)
      }}
      onClosed={onClosed}
    >
      <p>失败的和停用时没有发出的会再发一次，编号（webhook-id）不变；接收方应按编号去重。</p>
      <Field name="since">
        <Select options={options} />
      </Field>
    </DrawerForm>
  )
}
