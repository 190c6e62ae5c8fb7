import { PlusOutlined } from '@ant-design/icons'
import { pushes, pushList, pushStates } from '@drivesim/contract/notices/pushes'
import { DateTime } from '../../../ui/DateTime.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { PushStateTag } from './PushStateTag.tsx'
import { usePushActions } from './usePushActions.tsx'

const columns = (open: (pushId: number) => void) =>
  columnsOf(pushList, {
    title: row => (
      <OpenButton title={row.title} onOpen={() => open(row.pushId)}>
        {row.title}
      </OpenButton>
    ),
    state: row => <PushStateTag state={row.state} />,
    sentAt: row => <DateTime at={row.sentAt ?? row.sendAt} missing="立即" />,
  })

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
