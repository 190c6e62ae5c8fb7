import { mostReportPictures } from '@drivesim/contract/operations/faultReports/faultReportCalls'
import { pictureTypes } from '@drivesim/contract/pictures'
import { useEffect, useRef, useState } from 'react'
import { shrink } from '../../../ui/picture/shrink.ts'
import styles from './ReportPage.module.css'
import { sendPicture, type Ticket } from './report.ts'

interface Photo {
  readonly key: number
  readonly file: File
  readonly preview: string
  /** How much of it has left, in whole percent. */
  readonly percent: number
  readonly url: string | null
  readonly problem: string | null
  /** Stops it; null where the browser cannot, and it goes on unseen. */
  readonly abort: AbortController | null
}

/** The pictures that got there, and what is so of the others. */
export interface SentPhotos {
  readonly urls: readonly string[]
  readonly underWay: boolean
  readonly failed: boolean
}

interface Props {
  ticket: Ticket
  onChange: (sent: SentPhotos) => void
}

let keys = 0

/** Up to two pictures, made small and sent as soon as they are taken; one that did not get there stays with 重试. */
export function Photos({ ticket, onChange }: Props) {
  const { photos, take, send, drop } = usePhotos(ticket, onChange)
  const input = useRef<HTMLInputElement>(null)
  const failed = photos.find(({ problem }) => problem !== null)
  return (
    <div className={styles.field}>
      照片（可以不拍，最多 {mostReportPictures} 张）
      <div className={styles.photos}>
        {photos.map(photo => (
          <SentPhoto
            key={photo.key}
            photo={photo}
            onRetry={() => void send(photo)}
            onDrop={() => drop(photo)}
          />
        ))}
        {photos.length < mostReportPictures && (
          <button type="button" className={styles.take} onClick={() => input.current?.click()}>
            拍照
          </button>
        )}
        <input
          ref={input}
          type="file"
          accept={pictureTypes}
          hidden
          aria-label="选择照片"
          onChange={event => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </div>
      {failed !== undefined && (
        <p className={styles.problem} role="alert">
          {failed.problem}
        </p>
      )}
    </div>
  )
}

/** The pictures, and what is done to them; each change is told. */
function usePhotos(ticket: Ticket, onChange: (sent: SentPhotos) => void) {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const change = (key: number, by: Partial<Photo>) =>
    setPhotos(list => list.map(photo => (photo.key === key ? { ...photo, ...by } : photo)))
  useEffect(() => {
    onChange({
      urls: photos.map(({ url }) => url).filter(url => url !== null),
      underWay: photos.some(({ url, problem }) => url === null && problem === null),
      failed: photos.some(({ problem }) => problem !== null),
    })
  }, [photos, onChange])

  const send = async ({ key, file, abort }: Photo) => {
    change(key, { problem: null, percent: 0 })
    try {
      const sending = {
        signal: abort?.signal,
        onSent: (share: number) => change(key, { percent: Math.floor(share * 100) }),
      }
      change(key, { url: await sendPicture(ticket, await shrink(file), sending) })
    } catch (error) {
      change(key, { problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const take = (files: FileList | null) => {
    for (const file of [...(files ?? [])].slice(0, mostReportPictures - photos.length)) {
      const photo = {
        key: ++keys,
        file,
        preview: URL.createObjectURL(file),
        percent: 0,
        url: null,
        problem: null,
        abort: typeof AbortController === 'undefined' ? null : new AbortController(),
      }
      setPhotos(list => [...list, photo])
      void send(photo)
    }
  }
  const drop = (photo: Photo) => {
    photo.abort?.abort()
    setPhotos(list => list.filter(({ key }) => key !== photo.key))
  }
  return { photos, take, send, drop }
}

interface SentPhotoProps {
  photo: Photo
  onRetry: () => void
  onDrop: () => void
}

/** A picture that got there, is on its way, or did not get there. */
function SentPhoto({ photo: { preview, percent, url, problem }, onRetry, onDrop }: SentPhotoProps) {
  return (
    <span className={styles.photo}>
      <img src={preview} alt="要发送的照片" />
      {problem !== null ? (
        <button type="button" onClick={onRetry}>
          重试
        </button>
      ) : (
        url === null && (
          <span className={styles.sending} role="progressbar" aria-label="上传中" aria-valuenow={percent}>
            <span className="turning-wheel" aria-hidden /> {percent}%
          </span>
        )
      )}
      <button type="button" className={styles.drop} aria-label="移除照片" onClick={onDrop}>
        ×
      </button>
    </span>
  )
}
