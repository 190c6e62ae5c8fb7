import { PlusOutlined, QrcodeOutlined, SettingOutlined } from '@ant-design/icons'
import {
  rechargeChannels,
  rechargeStates,
  rechargeTenders,
} from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { FormButton } from '../../../ui/FormButton.tsx'
import { money } from '../../../ui/format.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { useAddressId, useAddressParam } from '../../../ui/useAddressParam.ts'
import { rechargeColumns } from './columns.tsx'
import { clerkFilter, dayFilters, ordersOfSchool, organFilter } from './filters.tsx'
import { type Settings, SettingsForm } from './SettingsForm.tsx'
import { useOrderRights } from './useOrderRights.ts'
import { useRechargeActions } from './useRechargeActions.tsx'

const filters: Filter<
  | 'paramValue'
  | 'organId'
  | 'clerkId'
  | 'state'
  | 'channel'
  | 'tender'
  | 'toAccept'
  | 'received'
  | 'beginDate'
  | 'endDate'
>[] = [
  { name: 'paramValue', label: '单号或学员', kind: 'text', hint: '单号，或姓名的一部分' },
  organFilter,
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(rechargeStates) },
  { name: 'channel', label: '支付方式', kind: 'select', options: optionsOf(rechargeChannels), more: true },
  { name: 'tender', label: '收款方式', kind: 'select', options: optionsOf(rechargeTenders), more: true },
  {
    name: 'toAccept',
    label: '代登记',
    kind: 'select',
    options: [{ value: 'yes', label: '待驾校确认' }],
    more: true,
  },
  {
    name: 'received',
    label: '收款',
    kind: 'select',
    options: [
      { value: 'yes', label: '已收款（含已退款）' },
      { value: 'ever', label: '收过款（含已冲正）' },
    ],
    more: true,
  },
  clerkFilter,
  ...dayFilters,
]

/** The recharges of all, or within the page of one school. */
export function RechargeList({ ofOne }: { ofOne?: number }) {
  const client = useQueryClient()
  const [settings, set] = useState<Settings | null>(null)
  // As they are now: what stands in the cache may be what somebody else has changed.
  const openSettings = async () => set(await client.fetchQuery({ ...query(orders.settings), staleTime: 0 }))
  const { sells, ofPlatform, decides } = useOrderRights()
  const actions = useRechargeActions()
  const all = { columns: rechargeColumns(row => actions.open(row.orderId)), filters }
  useAddressId('orderId', actions.open)
  useAddressParam('act', () => void openSettings(), decides ? 'settings' : null)
  return (
    <>
      <ListPage
        name="recharges"
        title="充值订单"
        endpoint={orders.recharges}
        exportEndpoint={orders.rechargeExport}
        rowKey={row => row.orderId}
        {...(ofOne === undefined ? all : ordersOfSchool('recharges', ofOne, all))}
        actions={actions.of}
        sums={sum => [['金额合计', money(sum.amount)]]}
        toolbar={
          <>
            {sells && (
              <FormButton
                type="primary"
                icon={<PlusOutlined />}
                // The form is another one for the platform.
                act={ofPlatform === null ? null : 'recharge'}
                onPress={() => actions.add({})}
              >
                登记线下充值
              </FormButton>
            )}
            {sells && (
              <FormButton icon={<QrcodeOutlined />} act="code" onPress={() => actions.addByCode({})}>
                扫码收款
              </FormButton>
            )}
            {decides && (
              <Button icon={<SettingOutlined />} onClick={() => void openSettings()}>
                充值档位与审批限额
              </Button>
            )}
          </>
        }
        empty={{ title: '还没有充值订单', hint: '学员交现金后点击“登记线下充值”，用手机付款点击“扫码收款”' }}
      />
      {actions.dialogs}
      {settings !== null && <SettingsForm settings={settings} onClosed={() => set(null)} />}
    </>
  )
}
