import { UploadOutlined } from '@ant-design/icons'
import { Alert, Upload } from 'antd'
import styles from './FileDrop.module.css'

interface Props {
  /** What is chosen: `文件`. */
  what?: string
  /** The endings that are taken: `.csv,.xlsx`. */
  accept: string
  /** Said below: what comes of it, and how much it may be. */
  note: string
  /** Why the last one was not taken. */
  problem: string | null
  /** One is being looked at. */
  busy?: boolean
  onFile: (file: File) => void
}

/** Takes a file of rows, to be read by this page. */
export function FileDrop({ what = '文件', accept, note, problem, busy = false, onFile }: Props) {
  return (
    <>
      {problem !== null && <Alert className={styles.problem ?? ''} type="error" showIcon title={problem} />}
      <Upload.Dragger
        accept={accept}
        showUploadList={false}
        disabled={busy}
        beforeUpload={file => {
          onFile(file)
          return false
        }}
      >
        <UploadOutlined className={styles.icon} aria-hidden />
        <p>点击选择{what}，或拖到这里</p>
        <p className="ui-quiet">{note}</p>
      </Upload.Dragger>
    </>
  )
}
