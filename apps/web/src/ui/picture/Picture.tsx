import { PictureOutlined } from '@ant-design/icons'
import { useState } from 'react'
import './picture.css'
import { useLatePicture } from './useLatePicture.ts'

interface Props {
  src: string
  /** Empty for a picture beside its words. */
  alt: string
  className?: string | undefined
  /** In pixels; without it the class says how large it is. */
  height?: number
}

/** A picture; if it cannot be loaded, a plain mark of the same size takes its place. */
export function Picture({ src, alt, className = '', height }: Props) {
  const [missing, setMissing] = useState<string | null>(null)
  const late = useLatePicture()
  if (missing === src) {
    return (
      <span
        className={`ui-no-picture ${className}`}
        style={height === undefined ? undefined : { height, minWidth: height }}
        role="img"
        aria-label={`${alt}（图片无法显示）`}
      >
        <PictureOutlined aria-hidden />
      </span>
    )
  }
  const failed = () => {
    setMissing(src)
    late(src)
  }
  return <img className={className} src={src} alt={alt} height={height} loading="lazy" onError={failed} />
}
