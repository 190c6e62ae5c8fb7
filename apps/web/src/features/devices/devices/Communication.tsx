import {
  type LinkEventRow,
  lineEnds,
  type RemarkRow,
  topicNames,
} from '@drivesim/contract/devices/devices/deviceCommunication'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useQuery } from '@tanstack/react-query'
import { Popover } from 'antd'
import { query } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import styles from './detail.module.css'
import { WatchedMessages } from './WatchedMessages.tsx'

/** 通信: what is odd about the device's messages and how its line went, for whoever can mend it. */
export function Communication({ simulatorId }: { simulatorId: number }) {
  const found = useQuery(query(devices.communication, { simulatorId }, { quiet: true }))
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <RowsSkeleton rows={6} />
  const { remarks, link } = found.data
  return (
    <div className={styles.communication}>
      <WatchedMessages simulatorId={simulatorId} />
      <h3>报文问题</h3>
      <RecordTable
        title="报文问题"
        rows={remarks}
        rowKey={({ topic, path, problem, taken }) => [topic, path, problem, taken].join(' ')}
        columns={remarkColumns}
        empty="没有问题：收到的报文都读懂了。"
      />
      <h3>线路</h3>
      <RecordTable
        title="线路"
        rows={link}
        rowKey={event => `${event.at} ${event.kind}`}
        columns={linkColumns}
        empty="还没有连接记录；使用外部 MQTT 服务时，连接记录在它那里。"
      />
    </div>
  )
}

const remarkColumns: Column<RemarkRow>[] = [
  { key: 'lastAt', title: '最近', render: row => <DateTime at={row.lastAt} /> },
  { key: 'topic', title: '报文', render: row => topicNames[row.topic] },
  { key: 'path', title: '位置', render: row => <code>{row.path}</code> },
  { key: 'problem', title: '问题', clip: 320, render: row => row.problem },
  { key: 'taken', title: '处理', clip: 140, render: row => <TakenValue row={row} /> },
  { key: 'times', title: '次数', numeric: true, render: row => row.times },
  { key: 'sample', title: '原文', render: row => <Sample row={row} /> },
]

function TakenValue({ row: { taken } }: { row: RemarkRow }) {
  if (taken !== null) return taken
  return (
    <StateTag tone="bad" icon={null}>
      拒收
    </StateTag>
  )
}

function Sample({ row: { sample } }: { row: RemarkRow }) {
  return (
    <Popover trigger="click" title="最近一条的开头" content={<code className={styles.sample}>{sample}</code>}>
      <button type="button" className={styles.errorsOpen}>
        看原文
      </button>
    </Popover>
  )
}

const linkColumns: Column<LinkEventRow>[] = [
  { key: 'at', title: '时间', render: event => <DateTime at={event.at} /> },
  { key: 'kind', title: '事件', render: event => happened(event) },
  { key: 'from', title: '来源', render: event => ('address' in event ? event.address : '') },
  {
    key: 'client',
    title: '客户端',
    clip: 240,
    render: event =>
      event.kind === 'connected' ? `${event.clientId || '（空）'} · MQTT ${event.protocol}` : '',
  },
]

function happened(event: LinkEventRow): string {
  if (event.kind === 'connected') return '连接'
  if (event.kind === 'disconnected') return lineEnds[event.reason]
  if (event.kind === 'noClientId') return '客户端标识为空又要求保留会话，已拒绝连接'
  return `报文过长（${Math.ceil(event.bytes / 1024)} KiB），连接已断开`
}
