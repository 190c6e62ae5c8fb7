import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { localTime } from '@drivesim/contract/businessDay'
import {
  actorInWords,
  operationLog,
  type SecurityRow,
  securityKinds,
  securityList,
  securityResults,
} from '@drivesim/contract/tools/operationLog/operationLog'
import { useState } from 'react'
import { Facts } from '../../../ui/Facts.tsx'
import { number } from '../../../ui/format.ts'
import { columnsOf, factsOf } from '../../../ui/list/columnsOf.tsx'
import { dayFilters } from '../../../ui/list/dayFilters.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'

/** Whether it came to what was tried. */
function ResultTag({ result }: { result: SecurityRow['result'] }) {
  return result === 'succeeded' ? (
    <StateTag tone="good" icon={<CheckCircleOutlined aria-hidden />}>
      {securityResults.succeeded}
    </StateTag>
  ) : (
    <StateTag tone="bad" icon={<CloseCircleOutlined aria-hidden />}>
      {securityResults.failed}
    </StateTag>
  )
}

/** What else there is to say of an event: the reason, the filters, how much and how often. */
function details({ detail, kind, rows, times, lastAt }: SecurityRow): string {
  const exported = rows === null ? '没有下载完' : `共 ${number(rows)} 行`
  return [
    ...(detail === null ? [] : [detail]),
    ...(kind === 'export' ? [exported] : []),
    ...(times > 1 ? [`一小时内 ${number(times)} 次，最后 ${localTime(lastAt).slice(11, 16)}`] : []),
  ].join('；')
}

const actOf = ({ label, target }: SecurityRow) => (target === null ? label : `${label}：${target}`)

const columns = (open: (row: SecurityRow) => void) =>
  columnsOf(securityList, {
    at: row => (
      <OpenButton onOpen={() => open(row)}>
        <span className="ui-digits">{localTime(row.at)}</span>
      </OpenButton>
    ),
    result: row => <ResultTag result={row.result} />,
    userName: actorInWords,
    label: actOf,
    detail: details,
  })

const filters: Filter<'paramValue' | 'kind' | 'result' | 'beginDate' | 'endDate'>[] = [
  { name: 'paramValue', label: '操作人', kind: 'text', hint: '名称或账号' },
  { name: 'kind', label: '类型', kind: 'select', options: optionsOf(securityKinds) },
  { name: 'result', label: '结果', kind: 'select', options: optionsOf(securityResults) },
  ...dayFilters,
]

const words = securityList.columns

/** One event, whole. */
function SecurityDrawer({ row, onClosed }: { row: SecurityRow; onClosed: () => void }) {
  return (
    <ReadDrawer title={securityKinds[row.kind]} onClosed={onClosed}>
      <Facts
        items={[
          [words.at.word, localTime(row.at)],
          ...factsOf(securityList, row, ['result']),
          [words.userName.word, actorInWords(row)],
          ...factsOf(securityList, row, ['label', 'target']),
          [words.detail.word, details(row)],
          ...factsOf(securityList, row, ['address', 'device']),
        ]}
      />
    </ReadDrawer>
  )
}

/** 安全日志: sign-ins and failed sign-ins, refusals, look-ups, exports, and changes of rights. */
export default function SecurityList() {
  const [opened, open] = useState<SecurityRow | null>(null)
  return (
    <>
      <ListPage
        name="securityLog"
        title="安全日志"
        endpoint={operationLog.security}
        exportEndpoint={operationLog.securityExport}
        rowKey={row => row.eventId}
        columns={columns(open)}
        filters={filters}
        empty={{ title: '还没有安全记录', hint: '登录、查看个人信息、导出和权限变更会出现在这里，保留一年' }}
      />
      {opened !== null && <SecurityDrawer key={opened.eventId} row={opened} onClosed={() => open(null)} />}
    </>
  )
}
