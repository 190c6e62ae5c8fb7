import { PictureOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useRef } from 'react'
import { largestPicture, pictureTypes, usePictureUpload } from '../../parts/usePictureUpload.ts'

interface Props {
  id?: string
  value?: string | null
  onChange?: (value: string) => void
}

/** The picture of a banner: it is uploaded when it is chosen, and shown as the app shows it. */
export function PictureUpload({ id, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const { take, loading, problem } = usePictureUpload(url => onChange?.(url))
  return (
    <div className="app-picture">
      {value ? (
        <img src={value} alt="轮播图预览" />
      ) : (
        <span className="app-picture-none">
          <PictureOutlined aria-hidden /> 还没有图片
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes}
        aria-label="选择轮播图图片"
        onChange={event => {
          void take(event.target.files?.[0])
          // The same file chosen again is a choice too.
          event.target.value = ''
        }}
      />
      <Button
        id={id ?? ''}
        icon={<UploadOutlined />}
        loading={loading}
        aria-describedby={help}
        onClick={() => input.current?.click()}
      >
        {value ? '更换图片' : '上传图片'}
      </Button>
      <p id={help} className={problem === null ? 'ui-quiet' : 'app-problem'} role="status">
        {problem ?? `JPG、PNG、GIF 或 WebP，不超过 ${largestPicture} MB，建议 750 × 320`}
      </p>
    </div>
  )
}
