import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  MergeCellsOutlined,
} from '@ant-design/icons'
import {
  type RobotMessageRow,
  robotMessageList,
  robotMessageStates,
} from '@drivesim/contract/open/robotShapes'
import { robots } from '@drivesim/contract/open/robots'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/query.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

const looks: Readonly<Record<RobotMessageRow['state'], { tone: Tone; icon: ReactNode }>> = {
  waiting: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  sent: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  failed: { tone: 'bad', icon: <CloseCircleOutlined aria-hidden /> },
  merged: { tone: 'quiet', icon: <MergeCellsOutlined aria-hidden /> },
}

const columns = columnsOf(robotMessageList, {
  state: ({ state }) => (
    <StateTag tone={looks[state].tone} icon={looks[state].icon}>
      {robotMessageStates[state]}
    </StateTag>
  ),
})

const filters: Filter<'state'>[] = [
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(robotMessageStates) },
]

/** 群消息: what was to be said in chats, and what became of it. */
export default function RobotMessageList() {
  const { message } = App.useApp()
  const retry = useChange(robots.retry, { invalidates: [robots.messages, robots.list] })
  const sendAgain = async ({ messageId }: RobotMessageRow) => {
    await retry.mutateAsync({ messageId })
    message.success('已重新加入发送')
  }
  return (
    <ListPage
      name="robotMessages"
      title="群消息"
      endpoint={robots.messages}
      rowKey={row => row.messageId}
      columns={columns}
      filters={filters}
      actions={row => [
        {
          label: '重新发送',
          reason: row.state === 'failed' ? null : `“${robotMessageStates[row.state]}”的群消息不需要重新发送`,
          onAct: () => void sendAgain(row).catch(() => undefined),
        },
      ]}
      empty={{ title: '还没有群消息', hint: '在“开放接口 › 群机器人”里添加机器人后，提醒会发到群里' }}
    />
  )
}
