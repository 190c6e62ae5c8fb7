import { ScanOutlined } from '@ant-design/icons'
import { devices } from '@drivesim/contract/devices/devices/devices'
import {
  type ScanRow,
  type StocktakeInfo,
  type StocktakeLine,
  stocktakeLineList,
  stocktakeList,
} from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections } from '@drivesim/contract/operations/inspections/inspections'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { download } from '../../../api/download.ts'
import { query, useChange } from '../../../api/query.ts'
import { DeviceLink } from '../../../parts/DeviceLink.tsx'
import { deviceWords } from '../../../parts/deviceWords.ts'
import { CameraReader } from '../../../parts/scan/CameraReader.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { FileButtons } from '../../../ui/FileButtons.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { columnsOf, factsOf } from '../../../ui/list/columnsOf.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './inspections.module.css'
import { stocktakeReads } from './reads.ts'
import { placeOf, StocktakeTag } from './stocktakeTags.tsx'

const tones: Readonly<Record<StocktakeLine['result'], Tone>> = {
  missing: 'bad',
  present: 'good',
  misplaced: 'bad',
  duplicate: 'quiet',
  unknown: 'warn',
  disabled: 'off',
}

function ScanTag({ result }: Pick<StocktakeLine, 'result'>) {
  return (
    <StateTag tone={tones[result]} icon={null}>
      {stocktakeLineList.columns.result.words[result]}
    </StateTag>
  )
}

interface Props {
  stocktakeId: number
  onClosed: () => void
}

/** One stock-taking: scanning while it is open, and what came of it. */
export function StocktakeDrawer({ stocktakeId, onClosed }: Props) {
  const info = useQuery(query(inspections.stocktake, { stocktakeId }, { quiet: true }))
  return (
    <ReadDrawer title="盘点" link={['stocktakeId', stocktakeId]} onClosed={onClosed}>
      {info.error !== null ? (
        <ErrorState error={info.error} onRetry={() => void info.refetch()} />
      ) : info.data === undefined ? (
        <BlockSkeleton height={320} />
      ) : (
        <StocktakeContent stocktake={info.data} />
      )}
    </ReadDrawer>
  )
}

function StocktakeContent({ stocktake }: { stocktake: StocktakeInfo }) {
  const handles = useCan('ops:handle')
  const close = useChange(inspections.closeStocktake, { invalidates: stocktakeReads })
  const ask = useConfirm()
  const { stocktakeId, state } = stocktake
  const open = state === 'open'
  const missing = stocktake.devices.filter(({ found }) => !found)
  return (
    <div className="ui-page">
      <Panel
        title={placeOf(stocktake)}
        className={styles.counts}
        extra={
          <div className="ui-panel-extra">
            <StocktakeTag state={state} />
            <FileButtons
              save={format =>
                download(inspections.stocktakeExport, { stocktakeId, format }, `盘点结果.${format}`)
              }
            />
            {open && handles && (
              <Button
                onClick={() =>
                  ask({
                    title: `结束${placeOf(stocktake)}的盘点？`,
                    consequence: `还有 ${missing.length} 台没有扫到，结束后记为缺失，不能再扫码。`,
                    verb: '结束盘点',
                    run: () => close.mutateAsync({ stocktakeId }),
                  })
                }
              >
                结束盘点
              </Button>
            )}
          </div>
        }
      >
        <Facts
          items={factsOf(stocktakeList, stocktake, [
            'expected',
            'found',
            'missing',
            'misplaced',
            'unknown',
            'disabled',
          ])}
        />
      </Panel>
      {open && handles && <Scan stocktakeId={stocktakeId} />}
      <Scans stocktake={stocktake} />
      <Panel title={open ? '还没有扫到' : '缺失'}>
        <RecordTable
          title="缺失的设备"
          rows={missing}
          rowKey={row => row.simulatorId}
          columns={missingColumns}
          empty="应有的设备都扫到了。"
        />
      </Panel>
    </div>
  )
}

const missingColumns: readonly Column<StocktakeInfo['devices'][number]>[] = [
  {
    key: 'simulatorName',
    title: '设备',
    render: row => <DeviceLink simulatorId={row.simulatorId} name={row.simulatorName} />,
  },
  { key: 'carNum', title: '车牌号', render: row => row.carNum },
  { key: 'simulatorNum', title: '设备编号', render: row => row.simulatorNum },
  { key: 'place', title: '教室', render: row => row.classroomName },
]

/** What was scanned, or what was read of it where it is no device of ours. */
const scannedWords = ({
  simulatorName,
  carNum,
  raw,
}: Pick<StocktakeLine, 'simulatorName' | 'carNum' | 'raw'>) =>
  simulatorName === null ? raw : deviceWords({ simulatorName, carNum })

const scanColumns = columnsOf(stocktakeLineList, {
  result: row => <ScanTag result={row.result} />,
  device: scannedWords,
  stands: ({ stands }) => stands && `${stands.organName} · ${stands.classroomName}`,
})

/** Takes what a scanner types, what the camera sees, or what somebody reads; it is ready for the next. */
function Scan({ stocktakeId }: { stocktakeId: number }) {
  const [raw, setRaw] = useState('')
  const [last, setLast] = useState<ScanRow | null>(null)
  const scan = useChange(inspections.scan, { invalidates: stocktakeReads })
  const field = useRef<HTMLDivElement>(null)
  const [looking, setLooking] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = raw.trim()
    if (text === '') return
    scan.mutate(
      { stocktakeId, raw: text },
      {
        onSuccess: row => {
          setLast(row)
          setRaw('')
          field.current?.querySelector('input')?.focus()
        },
      },
    )
  }
  const sendSeen = async (code: string) => {
    try {
      setLast(await scan.mutateAsync({ stocktakeId, raw: code }))
    } catch {
      // The call has said why; the label before the camera can be shown again.
    }
  }
  const camera = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone it would begin below the window.
    if (looking) camera.current?.scrollIntoView({ block: 'center' })
  }, [looking])
  return (
    <Panel title="扫码">
      <form onSubmit={send}>
        <div ref={field} className={styles.scan}>
          <Input
            aria-label="扫描内容"
            placeholder="用扫码枪扫描标签，或输入设备编号、车牌号、座位后按回车"
            autoFocus
            maxLength={300}
            value={raw}
            onChange={event => setRaw(event.target.value)}
          />
          <Button type="primary" htmlType="submit" loading={scan.isPending}>
            确认
          </Button>
          <Button icon={<ScanOutlined />} aria-expanded={looking} onClick={() => setLooking(!looking)}>
            {looking ? '关闭相机' : '扫码'}
          </Button>
        </div>
      </form>
      {looking && (
        <div ref={camera}>
          <CameraReader onCode={sendSeen} />
        </div>
      )}
      {last !== null && (
        <p className={styles.last} role="status">
          <ScanTag result={last.result} /> {scannedWords(last)}
        </p>
      )}
    </Panel>
  )
}

function Scans({ stocktake: { scans, organId, roomId } }: { stocktake: StocktakeInfo }) {
  const mayMove = useCan('device:edit')
  const move = useChange(devices.move, { invalidates: stocktakeReads })
  const ask = useConfirm()
  const columns: Column<ScanRow>[] = [
    ...scanColumns,
    {
      key: 'act',
      title: '操作',
      render: row =>
        mayMove && roomId !== null && row.result === 'misplaced' && row.stands?.roomId !== roomId ? (
          <Button type="link" size="small" onClick={() => mend(row)}>
            修正教室
          </Button>
        ) : null,
    },
  ]
  const mend = ({ simulatorId, simulatorName, carNum, stands }: ScanRow) =>
    ask({
      title: `把 ${deviceWords({ carNum, simulatorName: simulatorName ?? '' })} 移到盘点的教室？`,
      consequence: '系统中的位置改为实际所在的教室，训练记录不变。',
      verb: '修正教室',
      run: () =>
        move.mutateAsync({
          simulatorId: simulatorId ?? 0,
          organId,
          roomId: roomId ?? 0,
          ...(stands !== null && { version: stands.version }),
        }),
    })
  return (
    <Panel title="扫码记录">
      <RecordTable
        title="扫码记录"
        rows={scans}
        rowKey={row => row.scanId}
        columns={columns}
        empty="还没有扫码。"
      />
    </Panel>
  )
}
