import { UserOutlined } from '@ant-design/icons'
import { Avatar } from 'antd'
import { useLatePicture } from './useLatePicture.ts'

interface Props {
  src: string | null | undefined
  /** In pixels. */
  size: number
  alt?: string
}

/** Somebody's picture in a circle; where there is none, or it does not come, the outline of a person. */
export function Portrait({ src, size, alt = '' }: Props) {
  const late = useLatePicture()
  return (
    <Avatar
      size={size}
      src={src ?? undefined}
      icon={<UserOutlined />}
      alt={alt}
      onError={() => {
        late(src)
        // The outline then.
        return true
      }}
    />
  )
}
