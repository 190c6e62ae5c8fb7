import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  LockOutlined,
  StopOutlined,
} from '@ant-design/icons'
import {
  type DeliveryRow,
  deliveryList,
  deliveryStates,
  sentTypes,
  webhookErrors,
} from '@drivesim/contract/open/webhooks/webhookShapes'
import { webhooks } from '@drivesim/contract/open/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { webhookReads } from './reads.ts'

const looks = {
  waiting: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  sent: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  failed: { tone: 'bad', icon: <CloseCircleOutlined aria-hidden /> },
  forbidden: { tone: 'warn', icon: <LockOutlined aria-hidden /> },
  stopped: { tone: 'off', icon: <StopOutlined aria-hidden /> },
} as const

/** Pixels of the tabs. */
const headHeight = 48
/** Endpoints to choose from; a person has ten at most. */
const mostEndpoints = 100

const columns = (open: (row: DeliveryRow) => void) =>
  columnsOf(deliveryList, {
    type: row => (
      <OpenButton title={row.type} onOpen={() => open(row)}>
        {sentTypes[row.type]}
      </OpenButton>
    ),
    state: row => <StateTag {...looks[row.state]}>{deliveryStates[row.state]}</StateTag>,
  })

/** 推送记录: what was sent, what is to be, and what became of it. */
export default function DeliveryList() {
  const [opened, open] = useState<number | null>(null)
  useAddressId('deliveryId', open)
  const { message } = App.useApp()
  const endpoints = useQuery(query(webhooks.list, { pageSize: mostEndpoints }, { quiet: true })).data
  const resend = useChange(webhooks.resend, { invalidates: webhookReads })
  const sendAgain = async ({ deliveryId }: DeliveryRow) => {
    await resend.mutateAsync({ deliveryId })
    void message.success('已重新加入发送')
  }
  const filters: Filter<'endpointId' | 'state' | 'type'>[] = [
    {
      name: 'endpointId',
      label: '推送地址',
      kind: 'select',
      options: (endpoints?.dataList ?? []).map(({ endpointId, name }) => ({
        value: String(endpointId),
        label: name,
      })),
    },
    { name: 'state', label: '状态', kind: 'select', options: optionsOf(deliveryStates) },
    { name: 'type', label: '事件', kind: 'select', options: optionsOf(sentTypes) },
  ]
  return (
    <>
      <ListPage
        name="webhookDeliveries"
        embedded="deliveries"
        above={headHeight}
        title="推送记录"
        endpoint={webhooks.deliveries}
        rowKey={row => row.deliveryId}
        columns={columns(row => open(row.deliveryId))}
        filters={filters}
        actions={row => [
          { label: '查看', onAct: () => open(row.deliveryId) },
          {
            label: '重发',
            reason: row.state === 'waiting' ? webhookErrors.deliveryWaits.sentence() : null,
            // The sentence of a refusal is shown by the call.
            onAct: () => void sendAgain(row).catch(() => undefined),
          },
        ]}
        empty={{
          title: '还没有推送',
          hint: '所选的事件发生后，每次发送和对方的答复会出现在这里，保留 30 天',
        }}
      />
      {opened !== null && <DeliveryDrawer key={opened} deliveryId={opened} onClosed={() => open(null)} />}
    </>
  )
}
