import { UploadOutlined } from '@ant-design/icons'
import { largestUploadBytes } from '@drivesim/contract/endpoint'
import { pictureTypes } from '@drivesim/contract/pictures'
import { fileErrors } from '@drivesim/contract/tools/files'
import { Button } from 'antd'
import { useId, useRef } from 'react'
import styles from './picture.module.css'
import { UploadProgress } from './UploadProgress.tsx'
import { type Sending, useUpload } from './useUpload.ts'

/** What is taken: the types of files, what they are called, and how many bytes there may be. */
export interface Takes {
  readonly types: string
  readonly called: string
  readonly largest: number
}

const picture: Takes = { types: pictureTypes, called: 'JPG、PNG、GIF 或 WebP', largest: largestUploadBytes }
const megabytes = (bytes: number) => bytes / 1024 / 1024

export interface UploadButtonProps {
  id?: string | undefined
  /** What is chosen: `头像图片`. */
  what: string
  /** On the button. */
  verb: string
  /** Said behind the types and the size that are taken. */
  advice?: string
  /** Where it is not a picture alone. */
  takes?: Takes
  /** Sends the file; what it rejects with is said below. */
  onFile: (file: File, sending: Sending) => Promise<void>
}

/** Sends a picture, or what else is taken, as soon as it is chosen; problems are shown below it. */
export function UploadButton({ id, what, verb, advice = '', takes = picture, onFile }: UploadButtonProps) {
  const { types, called, largest } = takes
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const { percent, problem, start, cancel, setProblem } = useUpload()
  const take = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > largest) setProblem(fileErrors.fileTooLarge.sentence(megabytes(largest)))
    else void start(sending => onFile(file, sending))
  }
  return (
    <div className={styles.button}>
      <input
        ref={input}
        type="file"
        hidden
        accept={types}
        aria-label={`选择${what}`}
        onChange={event => {
          take(event.target.files?.[0])
          // The same file chosen again is a choice too.
          event.target.value = ''
        }}
      />
      <Button
        id={id ?? ''}
        icon={<UploadOutlined aria-hidden />}
        loading={percent !== null}
        aria-describedby={help}
        onClick={() => input.current?.click()}
      >
        {verb}
      </Button>
      {percent !== null && <UploadProgress percent={percent} cancel={cancel} />}
      <p id={help} className={problem === null ? 'ui-quiet' : styles.problem} role="status">
        {problem ?? `${called}，不超过 ${megabytes(largest)} MB${advice}`}
      </p>
    </div>
  )
}
