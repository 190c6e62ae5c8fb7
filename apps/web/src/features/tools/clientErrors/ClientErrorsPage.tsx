import { localTime } from '@drivesim/contract/businessDay'
import { type ClientErrorRow, clientErrorList, clientErrors } from '@drivesim/contract/tools/clientErrors'
import { Button } from 'antd'
import { useState } from 'react'
import { errorKinds } from '../../../app/setup/errorReports.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { columnsOf, factsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import styles from './ClientErrorsPage.module.css'

const columns = (open: (row: ClientErrorRow) => void) =>
  columnsOf(clientErrorList, {
    at: row => (
      <OpenButton onOpen={() => open(row)}>
        <span className="ui-digits">{localTime(row.at)}</span>
      </OpenButton>
    ),
    type: kindOf,
  })

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
              [clientErrorList.columns.type.word, kindOf(opened)],
              [clientErrorList.columns.at.word, localTime(opened.at)],
              ...factsOf(clientErrorList, opened, ['times', 'url', 'userAccount', 'device', 'code']),
            ]}
          />
          <pre className={styles.message}>{opened.message}</pre>
        </DraggableModal>
      )}
    </>
  )
}

/** Other clients may report kinds of their own. */
function kindOf({ type }: ClientErrorRow): string {
  return new Map<string, string>(Object.entries(errorKinds)).get(type) ?? type
}
