import { PictureOutlined } from '@ant-design/icons'
import { PictureButton, type PictureProps } from '../../../parts/PictureButton.tsx'
import { Picture } from '../../../ui/picture/Picture.tsx'
import styles from './apps.module.css'

/** The picture of a banner: it is uploaded when it is chosen, and shown as the app shows it. */
export function PictureUpload({ value, ...button }: PictureProps) {
  return (
    <div className={styles.picture}>
      {value ? (
        <Picture className={styles.chosen} src={value} alt="轮播图预览" />
      ) : (
        <span className={styles.pictureNone}>
          <PictureOutlined aria-hidden /> 还没有图片
        </span>
      )}
      <PictureButton
        what="轮播图图片"
        verb={value ? '更换图片' : '上传图片'}
        advice="，建议 750 × 320"
        {...button}
      />
    </div>
  )
}
