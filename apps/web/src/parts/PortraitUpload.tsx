import { Portrait } from '../ui/picture/Portrait.tsx'
import { PictureButton, type PictureProps } from './PictureButton.tsx'
import styles from './picture.module.css'

interface Props extends PictureProps {
  /** What it is called: `头像`. */
  what: string
}

/** The picture of a person: it is uploaded when it is chosen, and theirs when the form is submitted. */
export function PortraitUpload({ what, value, ...button }: Props) {
  return (
    <div className={styles.portrait}>
      <Portrait size={64} src={value} alt={what} />
      <PictureButton what={`${what}图片`} verb={`上传${what}`} {...button} />
    </div>
  )
}
