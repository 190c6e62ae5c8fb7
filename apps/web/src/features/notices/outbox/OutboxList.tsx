import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  InboxOutlined,
} from '@ant-design/icons'
import { noticeChannels } from '@drivesim/contract/notices/notices'
import {
  type OutboxRow,
  outbox,
  outboxList,
  outboxMachine,
  outboxStates,
} from '@drivesim/contract/notices/outbox'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { OutboxDrawer } from './OutboxDrawer.tsx'

const looks: Readonly<Record<OutboxRow['state'], { tone: Tone; icon: ReactNode }>> = {
  waiting: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  sent: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  failed: { tone: 'bad', icon: <CloseCircleOutlined aria-hidden /> },
  kept: { tone: 'warn', icon: <InboxOutlined aria-hidden /> },
}

/** What became of a mail or text message. */
function OutboxStateTag({ state }: { state: OutboxRow['state'] }) {
  return (
    <StateTag tone={looks[state].tone} icon={looks[state].icon}>
      {outboxStates[state]}
    </StateTag>
  )
}

const columns = (open: (row: OutboxRow) => void) =>
  columnsOf(outboxList, {
    title: row => (
      <OpenButton title={row.title} onOpen={() => open(row)}>
        {row.title}
      </OpenButton>
    ),
    state: row => <OutboxStateTag state={row.state} />,
  })

const filters: Filter<'channel' | 'state'>[] = [
  {
    name: 'channel',
    label: '发送方式',
    kind: 'select',
    options: [
      { value: 'sms', label: noticeChannels.sms },
      { value: 'email', label: noticeChannels.email },
    ],
  },
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    options: optionsOf(outboxStates),
  },
]

/** 发件箱: every mail and text message that was to leave, and what became of it. */
export default function OutboxList() {
  const [opened, open] = useState<number | null>(null)
  useAddressId('outboxId', open)
  const { message } = App.useApp()
  const retry = useChange(outbox.retry, { invalidates: [outbox.list, outbox.info] })
  const sendAgain = async ({ outboxId }: OutboxRow) => {
    await retry.mutateAsync({ outboxId })
    message.success('已重新加入发送')
  }
  const reason = ({ state }: OutboxRow) => outboxMachine.reason('retry', state)
  return (
    <>
      <ListPage
        name="outbox"
        title="发件箱"
        endpoint={outbox.list}
        exportEndpoint={outbox.export}
        rowKey={row => row.outboxId}
        columns={columns(row => open(row.outboxId))}
        filters={filters}
        actions={row => [
          { label: '查看', onAct: () => open(row.outboxId) },
          // The sentence of a refusal is shown by the call.
          { label: '重新发送', reason: reason(row), onAct: () => void sendAgain(row).catch(() => undefined) },
        ]}
        empty={{ title: '发件箱是空的', hint: '通过邮件和短信发出的通知和推送会出现在这里' }}
      />
      {opened !== null && <OutboxDrawer key={opened} outboxId={opened} onClosed={() => open(null)} />}
    </>
  )
}
