import { InboxOutlined, LoadingOutlined } from '@ant-design/icons'
import { importStates, isImported } from '@drivesim/contract/money/channelStatements/channelStatementShapes'
import {
  channelStatements,
  largestStatementBytes,
} from '@drivesim/contract/money/channelStatements/channelStatements'
import { fileErrors } from '@drivesim/contract/tools/files'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Upload } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { upload } from '../../../api/call.ts'
import { query, useChange } from '../../../api/query.ts'
import { UploadProgress } from '../../../parts/UploadProgress.tsx'
import { useUpload } from '../../../parts/useUpload.ts'
import { number } from '../../../ui/format.ts'
import { channelStatementReads } from './reads.ts'
import styles from './statements.module.css'

const askEveryMs = 500

interface Props {
  onImported: (statement: { statementId: number; day: string }) => void
}

/** Takes a channel's file as it was downloaded, and says how far it is. */
export function ImportFile({ onImported }: Props) {
  const [importId, setImportId] = useState<number | null>(null)
  const { percent, problem, start, cancel, setProblem } = useUpload()

  function take(file: Blob) {
    if (file.size > largestStatementBytes)
      setProblem(fileErrors.fileTooLarge.sentence(largestStatementBytes / 1024 / 1024))
    else
      void start(async sending => {
        setImportId((await upload(channelStatements.import, file, { quiet: true, ...sending })).importId)
      })
  }

  return (
    <div className={styles.import}>
      {percent !== null ? (
        <UploadProgress percent={percent} cancel={cancel} />
      ) : importId !== null ? (
        <Running
          importId={importId}
          onEnd={(why, statement) => {
            setImportId(null)
            setProblem(why)
            if (statement !== null) onImported(statement)
          }}
        />
      ) : (
        <Upload.Dragger
          className={styles.drop ?? ''}
          accept=".csv,.gz,.zip"
          maxCount={1}
          showUploadList={false}
          beforeUpload={file => {
            take(file)
            return false
          }}
        >
          <p className={styles.dropText}>
            <InboxOutlined aria-hidden />{' '}
            拖入或点选渠道的日账单：微信支付“交易账单（ALL）”、支付宝“业务明细”，不用解压
          </p>
        </Upload.Dragger>
      )}
      {problem !== null && (
        <Alert type="error" showIcon title={problem} closable={{ onClose: () => setProblem(null) }} />
      )}
    </div>
  )
}

interface RunningProps {
  importId: number
  onEnd: (problem: string | null, statement: { statementId: number; day: string } | null) => void
}

function Running({ importId, onEnd }: RunningProps) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const progress = useQuery({
    ...query(channelStatements.importInfo, { importId }, { quiet: true }),
    refetchInterval: askEveryMs,
  })
  const cancel = useChange(channelStatements.cancelImport)
  const { data, error } = progress

  const end = useEffectEvent(() => {
    if (data === undefined) return
    const { state, repeated, statementId, day } = data
    for (const endpoint of channelStatementReads) void client.invalidateQueries({ queryKey: [endpoint.path] })
    if (statementId === null || day === null) {
      if (state === 'cancelled') message.info('已取消，什么都没有保存')
      return onEnd(data.problem, null)
    }
    message.success(repeated ? `${day} 的这份账单已经导入过，没有变化` : `${day} 的账单已导入`)
    onEnd(null, { statementId, day })
  })
  const over = data !== undefined && isImported(data.state)
  useEffect(() => {
    if (over) end()
  }, [over])
  const failure = useEffectEvent(() => onEnd(error?.message ?? null, null))
  useEffect(() => {
    if (error !== null) failure()
  }, [error])

  const words = importStates[data?.state ?? 'waiting']
  return (
    <div className={styles.running} role="status">
      <LoadingOutlined aria-hidden />
      <span>
        {words}
        {data !== undefined && data.lines > 0 && `，已读 ${number(data.lines)} 行`}
      </span>
      <Button
        size="small"
        loading={cancel.isPending}
        disabled={over}
        onClick={() => cancel.mutate({ importId })}
      >
        取消导入
      </Button>
    </div>
  )
}
