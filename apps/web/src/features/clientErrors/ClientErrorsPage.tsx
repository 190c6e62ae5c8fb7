import { localTime } from '@drivesim/contract/businessDay'
import { type ClientErrorRow, clientErrors } from '@drivesim/contract/clientErrors'
import { Button } from 'antd'
import { useState } from 'react'
import { errorKinds } from '../../app/setup/errorReports.ts'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { number } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, Filter } from '../../ui/list/types.ts'
import { OpenButton } from '../../ui/OpenButton.tsx'
import './clientErrors.css'

const columns = (open: (row: ClientErrorRow) => void): Column<ClientErrorRow>[] => [
  {
    key: 'at',
    title: '最近发生',
    render: row => (
      <OpenButton onOpen={() => open(row)}>
        <span className="ui-digits">{localTime(row.at)}</span>
      </OpenButton>
    ),
  },
  { key: 'type', title: '类型', render: row => kindOf(row) },
  { key: 'message', title: '错误信息', clip: 340, render: row => row.message },
  { key: 'times', title: '次数', numeric: true, render: row => number(row.times) },
  { key: 'url', title: '页面', clip: 220, render: row => row.url },
  { key: 'userAccount', title: '账号', clip: 160, render: row => row.userAccount },
  { key: 'device', title: '浏览器', clip: 220, render: row => row.device },
  { key: 'code', title: '代码', optional: true, render: row => row.code },
]

const filters: Filter<'paramValue'>[] = [
  { name: 'paramValue', label: '搜索', kind: 'text', hint: '错误信息、页面或账号' },
]

/** 前端错误: what went wrong in people's browsers, repeated ones counted. */
export default function ClientErrorsPage() {
  const [opened, open] = useState<ClientErrorRow | null>(null)
  return (
    <>
      <ListPage
        name="clientErrors"
        title="前端错误"
        endpoint={clientErrors.list}
        exportEndpoint={clientErrors.export}
        rowKey={row => row.errorId}
        columns={columns(open)}
        filters={filters}
        actions={row => [{ label: '查看', onAct: () => open(row) }]}
        empty={{ title: '没有前端错误', hint: '页面出错时，浏览器会自动上报到这里' }}
      />
      {opened !== null && (
        <DraggableModal
          open
          title="前端错误"
          width={720}
          onCancel={() => open(null)}
          footer={<Button onClick={() => open(null)}>关闭</Button>}
        >
          <Facts
            items={[
              ['类型', kindOf(opened)],
              ['次数', number(opened.times)],
              ['最近发生', localTime(opened.at)],
              ['页面', opened.url],
              ['账号', opened.userAccount],
              ['浏览器', opened.device],
              ['代码', opened.code],
            ]}
          />
          <pre className="client-error-message">{opened.message}</pre>
        </DraggableModal>
      )}
    </>
  )
}

/** Other clients may report kinds of their own. */
function kindOf({ type }: ClientErrorRow): string {
  return new Map<string, string>(Object.entries(errorKinds)).get(type) ?? type
}
