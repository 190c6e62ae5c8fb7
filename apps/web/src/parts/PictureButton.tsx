import { UploadOutlined } from '@ant-design/icons'
import { largestUploadBytes } from '@drivesim/contract/endpoint'
import { fileErrors, files } from '@drivesim/contract/files'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { upload } from '../api/call.ts'
import './picture.css'

/** In MB. */
const largest = largestUploadBytes / 1024 / 1024

export interface PictureProps {
  id?: string
  value?: string | null
  onChange?: (url: string) => void
}

interface Props extends Pick<PictureProps, 'id' | 'onChange'> {
  /** What is chosen: `头像图片`. */
  what: string
  /** On the button. */
  verb: string
  /** Said behind the types and the size that are taken. */
  advice?: string
}

/** Uploads a picture as soon as it is chosen, and hands on its address; what is wrong with it is said below. */
export function PictureButton({ id, what, verb, advice = '', onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const [loading, setLoading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const tooLarge = file.size > largestUploadBytes
    setProblem(tooLarge ? fileErrors.fileTooLarge.sentence(largest) : null)
    if (tooLarge) return
    setLoading(true)
    try {
      const { url } = await upload(files.upload, file, { quiet: true })
      onChange?.(url)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setLoading(false)
    }
  }
  return (
    <div className="picture-button">
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/gif,image/webp"
        aria-label={`选择${what}`}
        onChange={event => {
          void take(event.target.files?.[0])
          // The same file chosen again is a choice too.
          event.target.value = ''
        }}
      />
      <Button
        id={id ?? ''}
        icon={<UploadOutlined aria-hidden />}
        loading={loading}
        aria-describedby={help}
        onClick={() => input.current?.click()}
      >
        {verb}
      </Button>
      <p id={help} className={problem === null ? 'ui-quiet' : 'picture-problem'} role="status">
        {problem ?? `JPG、PNG、GIF 或 WebP，不超过 ${largest} MB${advice}`}
      </p>
    </div>
  )
}
