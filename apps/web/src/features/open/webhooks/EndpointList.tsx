import { PlusOutlined } from '@ant-design/icons'
import { eventTypes } from '@drivesim/contract/open/eventTypes'
import { stopReasons, type WebhookRow, webhookList } from '@drivesim/contract/open/webhooks/webhookShapes'
import { webhooks } from '@drivesim/contract/open/webhooks/webhooks'
import { Button } from 'antd'
import { Link } from 'react-router'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { useEndpointActions } from './useEndpointActions.tsx'

/** Pixels of the tabs. */
const headHeight = 48

const columns = columnsOf(webhookList, {
  name: row => (
    <Link to={`/system/openApi?tab=deliveries&deliveries.endpointId=${row.endpointId}`} title={row.name}>
      {row.name}
    </Link>
  ),
  state: row => (
    <>
      <EnabledTag enabled={row.state === 'enabled'} />
      {row.stopReason !== null && row.stopReason !== 'byHand' && (
        <span className="ui-quiet"> {stopReasons[row.stopReason]}</span>
      )}
    </>
  ),
  types: row => <Words words={row.types.map(type => eventTypes[type])} unit="种" />,
  organs: row =>
    row.organs.length === 0 ? (
      '所有者的全部机构'
    ) : (
      <Words words={row.organs.map(({ name }) => name)} unit="个机构" />
    ),
})

/** The first of them, and how many; all of them where one points at it. */
function Words({ words, unit }: { words: readonly string[]; unit: string }) {
  const [first = ''] = words
  return (
    <span title={words.join('、')}>{words.length > 1 ? `${first} 等 ${words.length} ${unit}` : first}</span>
  )
}

/** 事件推送: where other software is told of what happens, and how that goes. */
export default function EndpointList() {
  const { of, add, dialogs } = useEndpointActions()
  return (
    <>
      <ListPage
        name="webhooks"
        embedded="webhooks"
        above={headHeight}
        title="推送地址"
        endpoint={webhooks.list}
        rowKey={(row: WebhookRow) => row.endpointId}
        columns={columns}
        toolbar={
          <Button type="primary" icon={<PlusOutlined />} onClick={add}>
            新增推送地址
          </Button>
        }
        actions={of}
        empty={{
          title: '还没有推送地址',
          hint: '新增后，所选的事件发生时会向该地址发送签名的通知，外部系统不用反复查询',
        }}
      />
      {dialogs}
    </>
  )
}
