import { UploadOutlined, UserOutlined } from '@ant-design/icons'
import { largestUploadBytes } from '@drivesim/contract/endpoint'
import { errors } from '@drivesim/contract/errors'
import { files } from '@drivesim/contract/files'
import { Avatar, Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { upload } from '../../api/call.ts'

interface Props {
  id?: string
  value?: string | null
  onChange?: (value: string) => void
}

const megabytes = largestUploadBytes / 1024 / 1024

/** The picture of a person: it is uploaded when it is chosen, and theirs when the form is submitted. */
export function AvatarUpload({ id, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const [loading, setLoading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setProblem(file.size > largestUploadBytes ? errors.fileTooLarge.sentence(megabytes) : null)
    if (file.size > largestUploadBytes) return
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
    <div className="centre-avatar">
      <Avatar size={64} src={value ?? undefined} icon={<UserOutlined />} alt="头像" />
      <div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/gif,image/webp"
          aria-label="选择头像图片"
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
          上传头像
        </Button>
        <p id={help} className={problem === null ? 'ui-quiet' : 'centre-problem'} role="status">
          {problem ?? `JPG、PNG、GIF 或 WebP，不超过 ${megabytes} MB`}
        </p>
      </div>
    </div>
  )
}
