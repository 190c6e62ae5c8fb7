import { PlusOutlined } from '@ant-design/icons'
import { type PushRow, pushes, pushStates } from '@drivesim/contract/pushes'
import { DateTime } from '../../ui/DateTime.tsx'
import { FormButton } from '../../ui/FormButton.tsx'
import { number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, Filter } from '../../ui/list/types.ts'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { optionsOf } from '../../ui/options.ts'
import { channelNames } from './channelNames.ts'
import { PushStateTag } from './PushStateTag.tsx'
import { usePushActions } from './usePushActions.tsx'

const columns = (open: (pushId: number) => void): Column<PushRow>[] => [
  {
    key: 'title',
    title: '标题',
    clip: 240,
    render: row => (
      <OpenButton title={row.title} onOpen={() => open(row.pushId)}>
        {row.title}
      </OpenButton>
    ),
  },
  { key: 'state', title: '状态', render: row => <PushStateTag state={row.state} /> },
  { key: 'audienceText', title: '接收人', clip: 180, render: row => row.audienceText },
  { key: 'channels', title: '发送方式', render: row => channelNames(row.channels) },
  {
    key: 'sentAt',
    title: '发送时间',
    render: row => <DateTime at={row.sentAt ?? row.sendAt} missing="立即" />,
  },
  { key: 'delivered', title: '送达', numeric: true, render: row => number(row.delivered) },
  { key: 'read', title: '已读', numeric: true, render: row => number(row.read) },
  { key: 'author', title: '创建人', clip: 120, render: row => row.author },
  { key: 'createdAt', title: '创建时间', optional: true, render: row => <DateTime at={row.createdAt} /> },
]

const filters: Filter<'paramValue' | 'state'>[] = [
  { name: 'paramValue', label: '标题', kind: 'text', hint: '标题的一部分' },
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    options: optionsOf(pushStates),
  },
]

/** Pushes, newest first. */
export function PushList() {
  const actions = usePushActions()
  return (
    <>
      <ListPage
        name="pushes"
        title="推送列表"
        endpoint={pushes.list}
        exportEndpoint={pushes.export}
        rowKey={row => row.pushId}
        columns={columns(actions.preview)}
        filters={filters}
        actions={actions.of}
        toolbar={
          <FormButton type="primary" icon={<PlusOutlined />} act="add" onPress={actions.add}>
            新增推送
          </FormButton>
        }
        empty={{ title: '还没有推送', hint: '点击“新增推送”，给成员发一条公告' }}
      />
      {actions.dialogs}
    </>
  )
}
