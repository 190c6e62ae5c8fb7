import type { WebhookRow } from '@drivesim/contract/open/webhooks/webhookShapes'
import { webhooks } from '@drivesim/contract/open/webhooks/webhooks'
import { App, Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { OrganisationsPicker } from '../../../parts/OrganisationsPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { EventTree } from './EventTree.tsx'
import { webhookReads } from './reads.ts'

/** An endpoint that was just made, or got another secret. */
export interface MadeSecret {
  readonly name: string
  readonly secret: string | null
  readonly rotated: boolean
}

/** 新增推送地址. @param onMade gets the secret, which is shown once */
export function AddEndpoint({
  onMade,
  onClosed,
}: {
  onMade: (made: MadeSecret) => void
  onClosed: () => void
}) {
  const add = useChange(webhooks.add, { invalidates: webhookReads, quiet: true })
  return (
    <DrawerForm
      title="新增推送地址"
      submitText="新增推送地址"
      schema={webhooks.add.input}
      initial={{ types: [], organIds: [] }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        const { signingSecret } = await add.mutateAsync(values)
        onMade({ name: values.name, secret: signingSecret, rotated: false })
      }}
      onClosed={onClosed}
    >
      <EndpointFields />
    </DrawerForm>
  )
}

/** 编辑推送地址, by its owner. */
export function EditEndpoint({ endpoint, onClosed }: { endpoint: WebhookRow; onClosed: () => void }) {
  const { message } = App.useApp()
  const modify = useChange(webhooks.modify, { invalidates: webhookReads, quiet: true })
  return (
    <DrawerForm
      title={`编辑推送地址 ${endpoint.name}`}
      submitText="保存"
      schema={webhooks.modify.input}
      initial={known(endpoint)}
      fromLatest={known}
      loading={modify.isPending}
      submitError={modify.error}
      onSubmit={async values => {
        await modify.mutateAsync(values)
        void message.success('已保存')
      }}
      onClosed={onClosed}
    >
      <EndpointFields />
    </DrawerForm>
  )
}

function EndpointFields() {
  return (
    <>
      <Field name="name">
        <Input maxLength={50} placeholder="如 集团数据平台" />
      </Field>
      <Field name="address" help="接收方的 https 地址；每次发生所选事件时，向它发送一次签名的 POST 请求">
        <Input maxLength={500} placeholder="https://…" />
      </Field>
      <Field
        name="organIds"
        required={false}
        help="不选表示您管理的所有机构，以后新增的也在内；发送时您已无权查看的，不会发送"
      >
        <OrganisationsPicker />
      </Field>
      <div className="ui-form-full">
        <Field name="types">
          <EventTree />
        </Field>
      </div>
    </>
  )
}

/** A row as the form has it. */
function known(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { organs } = row as Pick<WebhookRow, 'organs'>
  return { ...row, organIds: organs.map(({ organId }) => organId) }
}
