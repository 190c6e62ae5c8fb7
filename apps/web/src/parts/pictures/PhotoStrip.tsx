import { CameraOutlined, DeleteOutlined, ReloadOutlined } from '@ant-design/icons'
import { largestUploadBytes } from '@drivesim/contract/endpoint'
import { pictureTypes } from '@drivesim/contract/pictures'
import { fileErrors, files } from '@drivesim/contract/tools/files'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { upload } from '../../api/call.ts'
import { useBeforeClose } from '../../ui/beforeClose.ts'
import { useTellFilesUnderway } from '../../ui/form/filesUnderway.ts'
import { Picture } from '../../ui/picture/Picture.tsx'
import { shrink } from '../../ui/picture/shrink.ts'
import styles from './photos.module.css'

/** A picture that is on its way, or did not get there. */
interface Sending {
  readonly key: number
  readonly file: File
  readonly preview: string
  /** How much of it has left, in whole percent. */
  readonly percent: number
  readonly problem: string | null
  /** Stops it. */
  readonly abort: AbortController
}

interface Props {
  id?: string
  /** What the pictures are called: `维修后照片`. */
  what: string
  /** Addresses of those that are there. */
  urls: readonly string[]
  most: number
  /** A picture was uploaded; what rejects leaves it with 重试. */
  onUploaded: (url: string) => Promise<void> | void
  /** Missing where a picture cannot be taken away again. */
  onRemove?: (url: string) => void
  /** Which of them can; missing: all. */
  removable?: (url: string) => boolean
}

let keys = 0

/** Pictures that are sent as soon as they are taken; one that did not get there stays with 重试, and leaving asks. */
export function PhotoStrip({ id, what, urls, most, onUploaded, onRemove, removable }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<readonly Sending[]>([])
  useBeforeClose(() => sending.length > 0)
  const lacking = sending.filter(({ problem }) => problem !== null).length
  useTellFilesUnderway({ underway: sending.length - lacking, failed: lacking, lost: 0 })

  const change = (key: number, change: Partial<Sending> | null) =>
    setSending(list =>
      list.flatMap(one => (one.key !== key ? [one] : change === null ? [] : [{ ...one, ...change }])),
    )
  const send = async ({ key, file, preview, abort }: Sending) => {
    change(key, { problem: null, percent: 0 })
    try {
      const small = await shrink(file)
      if (small.size > largestUploadBytes)
        throw new Error(fileErrors.fileTooLarge.sentence(largestUploadBytes / 1024 / 1024))
      const { url } = await upload(files.upload, small, {
        quiet: true,
        signal: abort.signal,
        onSent: share => change(key, { percent: Math.floor(share * 100) }),
      })
      await onUploaded(url)
      change(key, null)
      URL.revokeObjectURL(preview)
    } catch (error) {
      change(key, { problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const take = (chosen: FileList | null) => {
    const room = most - urls.length - sending.length
    for (const file of [...(chosen ?? [])].slice(0, Math.max(0, room))) {
      const one = {
        key: ++keys,
        file,
        preview: URL.createObjectURL(file),
        percent: 0,
        problem: null,
        abort: new AbortController(),
      }
      setSending(list => [...list, one])
      void send(one)
    }
  }
  const drop = (one: Sending) => {
    one.abort.abort()
    change(one.key, null)
    URL.revokeObjectURL(one.preview)
  }
  const retryAll = useEffectEvent(() => {
    for (const one of sending) if (one.problem !== null) void send(one)
  })
  useEffect(() => {
    const back = () => retryAll()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  const failed = sending.find(({ problem }) => problem !== null)
  return (
    <div className={styles.photos}>
      <ul className={styles.strip} aria-label={what}>
        {urls.map((url, index) => (
          <li key={url} className={styles.photo}>
            <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`查看${what} ${index + 1}`}>
              <Picture src={url} alt={`${what} ${index + 1}`} />
            </a>
            {onRemove !== undefined && removable?.(url) !== false && (
              <button
                type="button"
                className={styles.corner}
                aria-label={`移除${what} ${index + 1}`}
                onClick={() => onRemove(url)}
              >
                <DeleteOutlined aria-hidden />
              </button>
            )}
          </li>
        ))}
        {sending.map(one => (
          <SendingPhoto
            key={one.key}
            what={what}
            photo={one}
            onRetry={() => void send(one)}
            onDrop={() => drop(one)}
          />
        ))}
        {urls.length + sending.length < most && (
          <li>
            <button id={id} type="button" className={styles.take} onClick={() => input.current?.click()}>
              <CameraOutlined aria-hidden />
              {what}
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        className={styles.file}
        accept={pictureTypes}
        aria-label={`选择${what}`}
        tabIndex={-1}
        onChange={event => {
          take(event.target.files)
          // The same file chosen again is a choice too.
          event.target.value = ''
        }}
      />
      {failed?.problem && (
        <p className={styles.problem} role="alert">
          {failed.problem}
        </p>
      )}
    </div>
  )
}

interface SendingProps {
  what: string
  photo: Sending
  onRetry: () => void
  onDrop: () => void
}

/** A picture on its way, or one that did not get there. */
function SendingPhoto({ what, photo: { preview, percent, problem }, onRetry, onDrop }: SendingProps) {
  return (
    <li className={styles.photo} data-failed={problem !== null}>
      <img src={preview} alt={`${what}，${problem === null ? '正在上传' : '没有上传'}`} />
      {problem === null ? (
        <span className={styles.wait} role="progressbar" aria-label="正在上传" aria-valuenow={percent}>
          {percent}%
        </span>
      ) : (
        <button type="button" className={styles.again} onClick={onRetry}>
          <ReloadOutlined aria-hidden /> 重试
        </button>
      )}
      <button
        type="button"
        className={styles.corner}
        aria-label={problem === null ? '取消上传这张照片' : '放弃这张照片'}
        onClick={onDrop}
      >
        <DeleteOutlined aria-hidden />
      </button>
    </li>
  )
}

interface FieldProps {
  id?: string
  what: string
  most: number
  value?: readonly string[]
  onChange?: (urls: readonly string[]) => void
}

/** Pictures in a form: uploaded when they are taken, used when it is submitted. */
export function PhotosField({ value = [], onChange, ...rest }: FieldProps) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return (
    <PhotoStrip
      {...rest}
      urls={value}
      onUploaded={url => {
        // Two may arrive before the form has rendered the first.
        latest.current = [...latest.current, url]
        onChange?.(latest.current)
      }}
      onRemove={url => onChange?.(value.filter(one => one !== url))}
    />
  )
}
