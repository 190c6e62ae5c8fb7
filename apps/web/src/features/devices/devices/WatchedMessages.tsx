import { localTime } from '@drivesim/contract/businessDay'
import {
  type DeviceMessageRow,
  messageVerdicts,
  topicNames,
  watchMinutes,
} from '@drivesim/contract/devices/devices/deviceCommunication'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useQuery } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { saveFile } from '../../../api/download.ts'
import { query, useChange } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import styles from './detail.module.css'

const lookEveryMs = 2_000
const reads = [devices.watched]

/** 报文: all that a device says for ten minutes, as it comes, for whoever builds or mends its program. */
export function WatchedMessages({ simulatorId }: { simulatorId: number }) {
  const found = useQuery({
    ...query(devices.watched, { simulatorId }, { quiet: true }),
    refetchInterval: ({ state }) => (isOn(state.data?.until) ? lookEveryMs : false),
  })
  const watch = useChange(devices.watch, { invalidates: reads })
  const until = found.data?.until ?? null
  const watching = isOn(until)
  const messages = found.data?.messages ?? []
  return (
    <>
      <div className={styles.watch}>
        <h3>报文</h3>
        {watching && until !== null && (
          <span className={styles.watching}>
            正在观察，到 <DateTime at={until} /> 为止
          </span>
        )}
        <Button
          size="small"
          loading={watch.isPending}
          onClick={() => watch.mutate({ simulatorId, watching: !watching })}
        >
          {watching ? '停止观察' : `开始观察（${watchMinutes} 分钟）`}
        </Button>
        {messages.length > 0 && (
          <Button size="small" onClick={() => save(messages)}>
            下载
          </Button>
        )}
      </div>
      {found.error !== null && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      <RecordTable
        title="报文"
        rows={messages}
        rowKey={({ messageId }) => messageId}
        columns={columns}
        empty={
          watching
            ? '还没有收到报文；设备至少每 30 秒报一次状态。'
            : '开始观察后，设备发来的每一条报文都显示在这里，保留一天。'
        }
      />
    </>
  )
}

const isOn = (until: string | null | undefined) =>
  until !== null && until !== undefined && Date.parse(until) > Date.now()

const save = (messages: readonly DeviceMessageRow[]) =>
  saveFile(
    new Blob([`${messages.map(row => JSON.stringify(row)).join('\n')}\n`], { type: 'application/x-ndjson' }),
    '设备报文.ndjson',
  )

const tones: Readonly<Record<DeviceMessageRow['verdict'], Tone>> = {
  stored: 'good',
  mended: 'warn',
  repeated: 'quiet',
  stale: 'quiet',
  unmatched: 'warn',
  refused: 'bad',
}

const columns: Column<DeviceMessageRow>[] = [
  { key: 'at', title: '收到', render: row => <ExactTime at={row.at} /> },
  { key: 'topic', title: '报文', render: row => topicNames[row.topic] },
  {
    key: 'verdict',
    title: '结果',
    render: row => (
      <StateTag tone={tones[row.verdict]} icon={null}>
        {messageVerdicts[row.verdict]}
      </StateTag>
    ),
  },
  {
    key: 'remarks',
    title: '问题',
    clip: 320,
    render: row => row.remarks.map(({ path, problem }) => `${path} ${problem}`).join('；'),
  },
  { key: 'payload', title: '原文', clip: 640, render: row => <Whole row={row} /> },
  { key: 'bytes', title: '字节', numeric: true, render: row => row.bytes },
]

/** Within a minute, too: messages follow each other by less. */
const ExactTime = ({ at }: { at: string }) => (
  <time dateTime={at} className="ui-digits">
    {localTime(at).slice(11)}
  </time>
)

function Whole({ row: { payload } }: { row: DeviceMessageRow }) {
  return (
    <Popover trigger="click" title="原文" content={<code className={styles.sample}>{pretty(payload)}</code>}>
      <button type="button" className={styles.errorsOpen}>
        {payload.slice(0, 160)}
      </button>
    </Popover>
  )
}

/** As JSON with its lines, where it is any. */
function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
