import { DeleteOutlined } from '@ant-design/icons'
import {
  type AttachedFile,
  type AttachmentKind,
  attachmentAccess,
  attachmentCalls,
  mostOfRecord,
} from '@drivesim/contract/tools/attachments'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call, upload } from '../../api/call.ts'
import { query, useChange } from '../../api/query.ts'
import { useCan } from '../../ui/Can.tsx'
import { useConfirm } from '../../ui/form/useConfirm.ts'
import { dateTime } from '../../ui/format.ts'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'
import { UploadButton } from '../UploadButton.tsx'
import type { Sending } from '../useUpload.ts'
import { AttachedFiles, attachable } from './attachedFiles.tsx'
import styles from './attachments.module.css'

interface Props {
  kind: AttachmentKind
  subjectId: number
}

/** The calls of a kind; those of all kinds have the same shapes. */
const callsOf = (kind: AttachmentKind) => attachmentCalls[kind] as (typeof attachmentCalls)['contract']

/** What stands beside a record: whoever sees it saves the files, and adds and removes some where their codes let them. */
export function RecordAttachments({ kind, subjectId }: Props) {
  const calls = callsOf(kind)
  const invalidates = [calls.list]
  const files = useQuery(query(calls.list, { subjectId }, { quiet: true }))
  const add = useChange(calls.add, { invalidates, quiet: true })
  const remove = useChange(calls.remove, { invalidates })
  const ask = useConfirm()
  const writes = useCan(...attachmentAccess[kind].write)
  const send = async (file: File, sending: Sending) => {
    const { attachmentId } = await upload(calls.upload, file, { quiet: true, ...sending })
    await add.mutateAsync({ subjectId, attachmentId, name: file.name.slice(-100) })
  }
  const askRemoval = ({ attachmentId, name }: AttachedFile) =>
    void ask({
      title: `移除附件“${name}”？`,
      consequence: '移除后不再显示，操作日志会记录由谁移除。',
      verb: '移除附件',
      danger: true,
      run: () => remove.mutateAsync({ subjectId, attachmentId }),
    })
  const { data, error } = files
  if (data === undefined)
    return error === null ? (
      <BlockSkeleton height={32} />
    ) : (
      <ErrorState error={error} onRetry={() => void files.refetch()} />
    )
  return (
    <div className={styles.record}>
      {data.length === 0 && <span className="ui-quiet">还没有附件。</span>}
      {data.length > 0 && (
        <AttachedFiles
          files={data}
          addressOf={attachmentId => call(calls.url, { subjectId, attachmentId })}
          beside={file =>
            writes && (
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`移除 ${file.name}`}
                title={`${file.memberName} 上传于 ${dateTime(file.at)}`}
                onClick={() => askRemoval(file)}
              />
            )
          }
        />
      )}
      {writes && data.length < mostOfRecord && (
        <UploadButton
          what="附件"
          verb="上传附件"
          takes={attachable}
          advice={`，最多 ${mostOfRecord} 个`}
          onFile={send}
        />
      )}
    </div>
  )
}
