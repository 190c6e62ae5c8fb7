import { type WebhookRow, webhookErrors } from '@drivesim/contract/open/webhooks/webhookShapes'
import { webhooks } from '@drivesim/contract/open/webhooks/webhooks'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { AddEndpoint, EditEndpoint, type MadeSecret } from './EndpointForm.tsx'
import { ResendFailed } from './ResendFailed.tsx'
import { webhookReads } from './reads.ts'
import { SigningSecret } from './SigningSecret.tsx'

type Dialog =
  | { readonly act: 'add' }
  | { readonly act: 'edit' | 'resend'; readonly endpoint: WebhookRow }
  | ({ readonly act: 'secret' } & MadeSecret)

/** What may be done to endpoints: their owners change them, others stop them. */
export function useEndpointActions() {
  const [dialog, open] = useState<Dialog | null>(null)
  const { message } = App.useApp()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const rotate = useChange(webhooks.rotate, { invalidates: webhookReads })
  const setEnabled = useChange(webhooks.setEnabled, { invalidates: webhookReads })
  const test = useChange(webhooks.test, { invalidates: webhookReads })
  const close = () => open(null)

  const ownOnly = ({ own }: WebhookRow) => (own ? null : webhookErrors.endpointNotOwn.sentence())
  const running = (row: WebhookRow) =>
    ownOnly(row) ?? (row.state === 'enabled' ? null : webhookErrors.endpointStopped.sentence())

  const sendTest = async ({ endpointId }: WebhookRow) => {
    await test.mutateAsync({ endpointId })
    void message.success('已发送，请在推送记录中查看结果')
    void navigate(`/system/openApi?tab=deliveries&deliveries.endpointId=${endpointId}`)
  }
  const of = (row: WebhookRow): RowAction[] => [
    { label: '编辑', reason: ownOnly(row), onAct: () => open({ act: 'edit', endpoint: row }) },
    // The sentence of a refusal is shown by the call.
    { label: '发送测试', reason: running(row), onAct: () => void sendTest(row).catch(() => undefined) },
    row.state === 'enabled'
      ? {
          label: '停用',
          onAct: () =>
            confirm({
              title: `停用推送地址“${row.name}”？`,
              consequence: '等待发送的推送不再发送；停用期间发生的事件不会补发。',
              verb: '停用',
              danger: true,
              run: () => setEnabled.mutateAsync({ endpointId: row.endpointId, enabled: false }),
            }),
        }
      : {
          label: '启用',
          reason: ownOnly(row),
          onAct: () =>
            confirm({
              title: `启用推送地址“${row.name}”？`,
              consequence: '从现在起发生的事件会推送；停用时没有发出的，可用“重发失败的”补发。',
              verb: '启用',
              run: () => setEnabled.mutateAsync({ endpointId: row.endpointId, enabled: true }),
            }),
        },
    { label: '重发失败的', reason: running(row), onAct: () => open({ act: 'resend', endpoint: row }) },
    {
      label: '轮换密钥',
      reason: ownOnly(row),
      onAct: () =>
        confirm({
          title: `轮换“${row.name}”的签名密钥？`,
          consequence: '生成新的密钥并显示一次；接下来 24 小时新旧密钥同时签名，之后旧密钥失效。',
          verb: '轮换密钥',
          run: async () => {
            const { signingSecret } = await rotate.mutateAsync({ endpointId: row.endpointId })
            open({ act: 'secret', name: row.name, secret: signingSecret, rotated: true })
          },
        }),
    },
  ]
  return { of, add: () => open({ act: 'add' }), dialogs: dialogOf(dialog, open, close) }
}

function dialogOf(dialog: Dialog | null, open: (dialog: Dialog) => void, close: () => void): ReactNode {
  switch (dialog?.act) {
    case 'add':
      return <AddEndpoint onMade={made => open({ act: 'secret', ...made })} onClosed={close} />
    case 'edit':
      return <EditEndpoint endpoint={dialog.endpoint} onClosed={close} />
    case 'resend':
      return <ResendFailed endpoint={dialog.endpoint} onClosed={close} />
    case 'secret':
      return <SigningSecret {...dialog} onClosed={close} />
    default:
      return null
  }
}
