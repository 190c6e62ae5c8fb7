import { DeleteOutlined } from '@ant-design/icons'
import { bills } from '@drivesim/contract/money/bills/bills'
import { type BillAttachment, mostAttachments } from '@drivesim/contract/money/bills/billThread'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { call, upload } from '../../../api/call.ts'
import { AttachedFiles, attachable, fileIcon, fileSize } from '../../../parts/attachments/attachedFiles.tsx'
import { UploadButton } from '../../../parts/UploadButton.tsx'
import type { Sending } from '../../../parts/useUpload.ts'
import styles from './thread.module.css'

/** The files of an entry; pressed, one is saved. */
export function Attachments({ files }: { files: readonly BillAttachment[] }) {
  if (files.length === 0) return null
  return (
    <AttachedFiles files={files} addressOf={attachmentId => call(bills.attachmentUrl, { attachmentId })} />
  )
}

interface Props {
  id?: string
  value?: readonly BillAttachment[]
  onChange?: (files: readonly BillAttachment[]) => void
}

/** Files in a form: uploaded when they are chosen, used when it is submitted. */
export function AttachmentsField({ id, value = [], onChange }: Props) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  const send = async (file: File, sending: Sending) => {
    const made = await upload(bills.uploadAttachment, file, { quiet: true, ...sending })
    // Another may arrive before the form has rendered this one.
    latest.current = [...latest.current, { ...made, name: file.name.slice(-100) }]
    onChange?.(latest.current)
  }
  return (
    <div className={styles.filesField}>
      {value.length > 0 && (
        <ul className={styles.files} aria-label="已选的附件">
          {value.map(({ attachmentId, name, bytes }) => (
            <li key={attachmentId} className={styles.chosen}>
              {fileIcon(name)}
              <span className={styles.fileName} title={name}>
                {name}
              </span>
              <span className={styles.fileSize}>{fileSize(bytes)}</span>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`移除 ${name}`}
                onClick={() =>
                  onChange?.(value.filter(attachment => attachment.attachmentId !== attachmentId))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {value.length < mostAttachments && (
        <UploadButton
          id={id}
          what="附件"
          verb="上传附件"
          takes={attachable}
          advice={`，最多 ${mostAttachments} 个`}
          onFile={send}
        />
      )}
    </div>
  )
}
