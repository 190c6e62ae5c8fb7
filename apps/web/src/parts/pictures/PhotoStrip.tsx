import { CameraOutlined, DeleteOutlined, ReloadOutlined } from '@ant-design/icons'
import { pictureTypes } from '@drivesim/contract/pictures'
import { useEffect, useRef } from 'react'
import { Picture } from '../../ui/picture/Picture.tsx'
import styles from './photos.module.css'
import { type SendingPhoto, usePhotoSending } from './usePhotoSending.ts'

interface Props {
  id?: string
  /** What the pictures are called: `维修后照片`. */
  what: string
  /** Addresses of the uploaded photos. */
  urls: readonly string[]
  most: number
  /** A picture was uploaded; what rejects leaves it with 重试. */
  onUploaded: (url: string) => Promise<void> | void
  /** Missing where a picture cannot be taken away again. */
  onRemove?: (url: string) => void
  /** Which of them can; missing: all. */
  removable?: (url: string) => boolean
}

/** Pictures that are sent as soon as they are taken; one that did not get there stays with 重试, and leaving asks. */
export function PhotoStrip({ id, what, urls, most, onUploaded, onRemove, removable }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { sending, take, send, drop } = usePhotoSending(most - urls.length, onUploaded)
  const failed = sending.find(({ problem }) => problem !== null)
  return (
    <div className={styles.photos}>
      <ul className={styles.strip} aria-label={what}>
        {urls.map((url, index) => (
          <SentPhoto
            key={url}
            name={`${what} ${index + 1}`}
            url={url}
            onRemove={onRemove && removable?.(url) !== false ? () => onRemove(url) : undefined}
          />
        ))}
        {sending.map(photo => (
          <UnsentPhoto
            key={photo.key}
            what={what}
            photo={photo}
            onRetry={() => void send(photo)}
            onDrop={() => drop(photo)}
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

interface SentPhotoProps {
  name: string
  url: string
  onRemove: (() => void) | undefined
}

/** A picture that is there. */
function SentPhoto({ name, url, onRemove }: SentPhotoProps) {
  return (
    <li className={styles.photo}>
      <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`查看${name}`}>
        <Picture src={url} alt={name} />
      </a>
      {onRemove && (
        <button type="button" className={styles.corner} aria-label={`移除${name}`} onClick={onRemove}>
          <DeleteOutlined aria-hidden />
        </button>
      )}
    </li>
  )
}

interface UnsentPhotoProps {
  what: string
  photo: SendingPhoto
  onRetry: () => void
  onDrop: () => void
}

/** A picture on its way, or one that did not get there. */
function UnsentPhoto({ what, photo: { preview, percent, problem }, onRetry, onDrop }: UnsentPhotoProps) {
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
      onRemove={url => onChange?.(value.filter(kept => kept !== url))}
    />
  )
}
