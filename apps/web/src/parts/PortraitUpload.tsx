import { UploadOutlined, UserOutlined } from '@ant-design/icons'
import { Avatar, Button } from 'antd'
import { useId, useRef } from 'react'
import { largestPicture, pictureTypes, usePictureUpload } from './usePictureUpload.ts'
import './portrait.css'

interface Props {
  id?: string
  /** What it is called: `头像`. */
  what: string
  value?: string | null
  onChange?: (value: string) => void
}

/** The picture of a person: it is uploaded when it is chosen, and theirs when the form is submitted. */
export function PortraitUpload({ id, what, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const { take, loading, problem } = usePictureUpload(url => onChange?.(url))
  return (
    <div className="portrait">
      <Avatar size={64} src={value ?? undefined} icon={<UserOutlined />} alt={what} />
      <div>
        <input
          ref={input}
          type="file"
          hidden
          accept={pictureTypes}
          aria-label={`选择${what}图片`}
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
          上传{what}
        </Button>
        <p id={help} className={problem === null ? 'ui-quiet' : 'portrait-problem'} role="status">
          {problem ?? `JPG、PNG、GIF 或 WebP，不超过 ${largestPicture} MB`}
        </p>
      </div>
    </div>
  )
}
