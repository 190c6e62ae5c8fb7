import { Button, Progress } from 'antd'
import styles from './picture.module.css'
import type { Upload } from './useUpload.ts'

/** How far a file is, and 取消 while something of it is still here. */
export function UploadProgress({ percent, cancel }: Pick<Upload, 'percent' | 'cancel'>) {
  const sent = percent === 100
  return (
    <div className={styles.progress}>
      <span role="status">{sent ? '已上传，服务器正在处理' : '正在上传'}</span>
      <Progress percent={percent ?? 0} size="small" aria-label="上传进度" />
      <Button size="small" disabled={sent} onClick={cancel}>
        取消上传
      </Button>
    </div>
  )
}
