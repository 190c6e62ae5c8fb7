import {
  type ApiKeyRow,
  apiKeyEnds,
  apiKeyList,
  apiKeyStates,
  codesInWords,
  networksInWords,
  organsInWords,
} from '@drivesim/contract/open/apiKeys/apiKeyShapes'
import { apiKeys } from '@drivesim/contract/open/apiKeys/apiKeys'
import { App } from 'antd'
import { useChange } from '../../../api/query.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { KeyState } from './KeyState.tsx'

const columns = columnsOf(apiKeyList, {
  hint: row => `${row.hint}…`,
  state: row => <KeyState state={row.state} />,
  codes: codesInWords,
  organNames: organsInWords,
  networks: networksInWords,
  lastUsedAt: row => <RelativeTime at={row.lastUsedAt} missing="从未使用" />,
})

const filters: Filter<'paramValue' | 'state' | 'organId'>[] = [
  { name: 'paramValue', label: '密钥', kind: 'text', hint: '名称/开头/所有者/账号' },
  { name: 'state', label: '状态', kind: 'select', options: optionsOf(apiKeyStates) },
  { name: 'organId', label: '机构', kind: 'picker', render: pickerControl(OrganisationPicker) },
]

/** 开放接口 › 接口密钥: the keys of everybody in one's scope, what they may and when they were used last; here they are stopped. */
export default function ApiKeyList() {
  const stop = useStopping()
  return (
    <ListPage
      name="apiKeys"
      title="接口密钥"
      endpoint={apiKeys.list}
      exportEndpoint={apiKeys.export}
      rowKey={row => row.keyId}
      columns={columns}
      filters={filters}
      actions={row => [{ label: '停用', reason: endedReason(row), onAct: () => stop(row) }]}
      empty={{ title: '还没有接口密钥', hint: '成员在个人中心为程序新建的密钥会出现在这里' }}
    />
  )
}

const endedReason = ({ state, endReason }: ApiKeyRow) =>
  state === 'live'
    ? null
    : `密钥${apiKeyStates[state]}${endReason === null ? '' : `（${apiKeyEnds[endReason]}）`}`

function useStopping() {
  const { message } = App.useApp()
  const ask = useConfirm()
  const stopping = useChange(apiKeys.stopOf, { invalidates: [apiKeys.list, apiKeys.own] })
  return ({ keyId, name, userName }: ApiKeyRow) =>
    void ask({
      title: `停用${userName}的密钥“${name}”？`,
      consequence: '使用它的程序随即不能再调用接口，停用后不能恢复。所有者会收到通知。',
      verb: '停用密钥',
      danger: true,
      run: async () => {
        await stopping.mutateAsync({ keyId })
        void message.success('密钥已停用')
      },
    })
}
