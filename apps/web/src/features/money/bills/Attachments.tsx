import { DeleteOutlined, DownloadOutlined, FileImageOutlined, FilePdfOutlined } from '@ant-design/icons'
import { bills } from '@drivesim/contract/money/bills/bills'
import {
  type BillAttachment,
  largestAttachment,
  mostAttachments,
  mostPdfPages,
} from '@drivesim/contract/money/bills/billThread'
import { pictureTypes } from '@drivesim/contract/pictures'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { call, upload } from '../../../api/call.ts'
import { UploadButton } from '../../../parts/UploadButton.tsx'
import type { Sending } from '../../../parts/useUpload.ts'
import styles from './thread.module.css'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

const size = (bytes: number) =>
  bytes < megabyte ? `${Math.max(1, Math.round(bytes / kilobyte))} KB` : `${(bytes / megabyte).toFixed(1)} MB`

const iconOf = (name: string) =>
  /\.pdf$/i.test(name) ? <FilePdfOutlined aria-hidden /> : <FileImageOutlined aria-hidden />

/** The address is good for minutes, so it is asked for when it is needed; the server says that it is to be saved. */
async function save(attachmentId: number): Promise<void> {
  const { url } = await call(bills.attachmentUrl, { attachmentId })
  const link = document.createElement('a')
  link.href = url
  link.click()
}

/** The files of an entry; pressed, one is saved. */
export function Attachments({ files }: { files: readonly BillAttachment[] }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label="附件">
      {files.map(({ attachmentId, name, bytes }) => (
        <li key={attachmentId}>
          <Button
            icon={iconOf(name)}
            aria-label={`下载 ${name}，${size(bytes)}`}
            // A failure is told by the call.
            onClick={() => void save(attachmentId).catch(() => undefined)}
          >
            <span className={styles.fileName} title={name}>
              {name}
            </span>
            <span className={styles.fileSize}>{size(bytes)}</span>
            <DownloadOutlined aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface Props {
  id?: string
  value?: readonly BillAttachment[]
  onChange?: (files: readonly BillAttachment[]) => void
}

const takes = {
  types: `${pictureTypes},application/pdf`,
  called: `图片，或不超过 ${mostPdfPages} 页的 PDF`,
  largest: largestAttachment,
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
              {iconOf(name)}
              <span className={styles.fileName} title={name}>
                {name}
              </span>
              <span className={styles.fileSize}>{size(bytes)}</span>
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
          takes={takes}
          advice={`，最多 ${mostAttachments} 个`}
          onFile={send}
        />
      )}
    </div>
  )
}
