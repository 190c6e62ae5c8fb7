import { DownloadOutlined, FileUnknownOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import { fetchFile } from '../../api/fetchFile.ts'
import { BlockSkeleton } from '../../ui/states.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import PdfView from './PdfView.tsx'
import styles from './viewer.module.css'

interface Props {
  name: string
  /** The address is good for minutes. */
  address: () => Promise<{ url: string }>
  onDownload: () => void
  /** It has closed: unmount it. */
  onClosed: () => void
}

/** A file, shown inside: a picture as it is, a PDF by its pages. What cannot be shown is offered for saving. */
export default function FileViewer({ name, address, onDownload, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const narrow = useNarrow()
  const { file, failed, fail } = useFile(address)
  return (
    <Drawer
      title={
        <span className={styles.name} title={name}>
          {name}
        </span>
      }
      className={styles.drawer ?? ''}
      open={open}
      size={narrow ? '100%' : 'min(1080px, 92vw)'}
      extra={
        <Button icon={<DownloadOutlined aria-hidden />} onClick={onDownload}>
          下载
        </Button>
      }
      onClose={() => setOpen(false)}
      afterOpenChange={now => !now && onClosed()}
    >
      {failed ? (
        <Unshown onDownload={onDownload} />
      ) : file === undefined ? (
        <div className={styles.waiting}>
          <BlockSkeleton height={320} />
        </div>
      ) : file.type === 'application/pdf' ? (
        <PdfView name={name} file={file} onFailed={fail} onClose={() => setOpen(false)} />
      ) : (
        <PictureView name={name} file={file} onFailed={fail} />
      )}
    </Drawer>
  )
}

function useFile(address: Props['address']) {
  const [file, setFile] = useState<Blob>()
  const [failed, setFailed] = useState(false)
  const [ask] = useState(() => address)
  useEffect(() => {
    let wanted = true
    const read = async () => {
      const found = await fetchFile((await ask()).url)
      if (wanted) setFile(found)
    }
    read().catch(() => wanted && setFailed(true))
    return () => {
      wanted = false
    }
  }, [ask])
  return { file, failed, fail: () => setFailed(true) }
}

function Unshown({ onDownload }: Pick<Props, 'onDownload'>) {
  return (
    <div className="ui-state" role="alert">
      <FileUnknownOutlined className="ui-state-icon" aria-hidden />
      <p className="ui-state-title">这个文件打不开，请下载后查看</p>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={onDownload}>
        下载
      </Button>
    </div>
  )
}

function PictureView({ name, file, onFailed }: { name: string; file: Blob; onFailed: () => void }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <section className={styles.picture} aria-label={name}>
      {url !== undefined && <img src={url} alt={name} onError={onFailed} />}
    </section>
  )
}
