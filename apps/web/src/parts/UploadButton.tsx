import { UploadOutlined } from '@ant-design/icons'
import { largestUploadBytes } from '@drivesim/contract/endpoint'
import { fileErrors } from '@drivesim/contract/files'
import { pictureTypes } from '@drivesim/contract/pictures'
import { Button } from 'antd'
import { useId, useRef } from 'react'
import styles from './picture.module.css'
import { UploadProgress } from './UploadProgress.tsx'
import { type Sending, useUpload } from './useUpload.ts'

/** In MB. */
const largest = largestUploadBytes / 1024 / 1024

export interface UploadButtonProps {
  id?: string | undefined
  /** What is chosen: `头像图片`. */
  what: string
  /** On the button. */
  verb: string
  /** Said behind the types and the size that are taken. */
  advice?: string
  /** Sends the picture; what it rejects with is said below. */
  onFile: (file: File, sending: Sending) => Promise<void>
}

/** Sends a picture as soon as it is chosen; problems are shown below it. */
export function UploadButton({ id, what, verb, advice = '', onFile }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const { percent, problem, start, cancel, setProblem } = useUpload()
  const take = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > largestUploadBytes) setProblem(fileErrors.fileTooLarge.sentence(largest))
    else void start(sending => onFile(file, sending))
  }
  return (
    <div className={styles.button}>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes}
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
        {problem ?? `JPG、PNG、GIF 或 WebP，不超过 ${largest} MB${advice}`}
      </p>
    </div>
  )
}
