import { DownloadOutlined, EyeOutlined, FileImageOutlined, FilePdfOutlined } from '@ant-design/icons'
import { largestAttachment, mostPdfPages } from '@drivesim/contract/money/bills/billThread'
import { pictureTypes } from '@drivesim/contract/pictures'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { LazyOverlay, lazyPart } from '../../ui/LazyPart.tsx'
import type { Takes } from '../UploadButton.tsx'
import styles from './attachments.module.css'

const FileViewer = lazyPart(() => import('./FileViewer.tsx'))

const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const fileSize = (bytes: number) =>
  bytes < megabyte ? `${Math.max(1, Math.round(bytes / kilobyte))} KB` : `${(bytes / megabyte).toFixed(1)} MB`

export const fileIcon = (name: string) =>
  /\.pdf$/i.test(name) ? <FilePdfOutlined aria-hidden /> : <FileImageOutlined aria-hidden />

/** What may be attached. */
export const attachable: Takes = {
  types: `${pictureTypes},application/pdf`,
  called: `图片，或不超过 ${mostPdfPages} 页的 PDF`,
  largest: largestAttachment,
}

interface File {
  readonly attachmentId: number
  readonly name: string
  readonly bytes: number
}

interface Props<One extends File> {
  files: readonly One[]
  /** The address is good for minutes, so it is asked for when it is needed; the server says that it is to be saved. */
  addressOf: (attachmentId: number) => Promise<{ url: string }>
  /** Behind a file: what else may be done to it. */
  beside?: (file: One) => ReactNode
}

/** Files; pressed, one is saved, or shown by 查看. */
export function AttachedFiles<One extends File>({ files, addressOf, beside }: Props<One>) {
  const [viewed, setViewed] = useState<One | null>(null)
  const save = async (attachmentId: number) => {
    const link = document.createElement('a')
    link.href = (await addressOf(attachmentId)).url
    link.click()
  }
  // A failure is told by the call.
  const download = (attachmentId: number) => void save(attachmentId).catch(() => undefined)
  return (
    <>
      <ul className={styles.files} aria-label="附件">
        {files.map(file => {
          const { attachmentId, name, bytes } = file
          return (
            <li key={attachmentId}>
              <Button
                icon={fileIcon(name)}
                aria-label={`下载 ${name}，${fileSize(bytes)}`}
                onClick={() => download(attachmentId)}
              >
                <span className={styles.fileName} title={name}>
                  {name}
                </span>
                <span className={styles.fileSize}>{fileSize(bytes)}</span>
                <DownloadOutlined aria-hidden />
              </Button>
              <Button
                type="text"
                icon={<EyeOutlined aria-hidden />}
                aria-label={`查看 ${name}`}
                onPointerEnter={() => void FileViewer.prefetch()}
                onClick={() => setViewed(file)}
              >
                查看
              </Button>
              {beside?.(file)}
            </li>
          )
        })}
      </ul>
      {viewed !== null && (
        <LazyOverlay onClosed={() => setViewed(null)}>
          <FileViewer
            key={viewed.attachmentId}
            name={viewed.name}
            address={() => addressOf(viewed.attachmentId)}
            onDownload={() => download(viewed.attachmentId)}
            onClosed={() => setViewed(null)}
          />
        </LazyOverlay>
      )}
    </>
  )
}
