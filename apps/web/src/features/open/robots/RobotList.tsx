import { type RobotRow, robotList, robotTypes } from '@drivesim/contract/open/robotShapes'
import { robots } from '@drivesim/contract/open/robots'
import { App } from 'antd'
import { useChange } from '../../../api/query.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { useEditedRows } from '../../../ui/list/useEditedRows.tsx'
import { AddRobot, EditRobot } from './RobotForm.tsx'

const columns = columnsOf(robotList, {
  state: row => <EnabledTag enabled={row.state === 'enabled'} />,
  types: row => row.types.map(type => robotTypes[type]).join('、'),
  addressEnd: row => `…${row.addressEnd}`,
})

const filters: Filter<'state'>[] = [
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    options: [
      { value: 'enabled', label: '启用' },
      { value: 'disabled', label: '停用' },
    ],
  },
]

/** 群机器人: which chats are reminded of what. */
export default function RobotList() {
  const { message } = App.useApp()
  const setEnabled = useChange(robots.setEnabled, { invalidates: [robots.list, robots.messages] })
  const test = useChange(robots.test, { invalidates: [robots.messages] })
  const sendTest = async ({ robotId }: RobotRow) => {
    await test.mutateAsync({ robotId })
    message.success('测试消息已发出，几秒后群里应出现；没有出现时，刷新列表看“失败原因”')
  }
  const { actions, add, dialogs } = useEditedRows<RobotRow>({
    what: '群机器人',
    code: 'system:open',
    reason: null,
    nameOf: row => row.robotName,
    isEnabled: row => row.state === 'enabled',
    consequence: (_row, enabled) =>
      enabled ? '之后的提醒会发到群里。' : '等待发送的群消息不再发送，之后的提醒也不再发到群里。',
    setEnabled: ({ robotId }, enabled) => setEnabled.mutateAsync({ robotId, enabled }),
    form: (row, onClosed) =>
      row === undefined ? <AddRobot onClosed={onClosed} /> : <EditRobot robot={row} onClosed={onClosed} />,
  })
  return (
    <>
      <ListPage
        name="robots"
        title="群机器人"
        endpoint={robots.list}
        rowKey={row => row.robotId}
        columns={columns}
        filters={filters}
        actions={row => [
          ...(actions.actions?.(row) ?? []),
          {
            label: '发送测试',
            reason: row.state === 'enabled' ? null : '群机器人已停用，请先启用',
            onAct: () => void sendTest(row).catch(() => undefined),
          },
        ]}
        toolbar={add}
        empty={{
          title: '还没有群机器人',
          hint: '在企业微信、钉钉或飞书的群里添加机器人，再点击“新增群机器人”粘贴它的地址',
        }}
      />
      {dialogs}
    </>
  )
}
