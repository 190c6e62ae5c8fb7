import { ColumnWidthOutlined, DownOutlined, MinusOutlined, PlusOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { fetchFile } from '../../api/fetchFile.ts'
import { useTheme } from '../../theme/mode.ts'
import { BlockSkeleton } from '../../ui/states.tsx'
import { type FromPdfFrame, type PdfKey, pdfKeyOf, pdfPart, type ToPdfFrame } from './pdfMessages.ts'
import styles from './viewer.module.css'

/** The frame's own code has come by then, or never will. */
const frameTimeoutMs = 60_000

interface Shown {
  readonly pages: number
  readonly page: number
  readonly percent: number
}

interface Props {
  name: string
  file: Blob
  onFailed: () => void
  onClose: () => void
}

/** A PDF, drawn in a frame that has nothing of ours: not the session, not the page, not the network. */
export default function PdfView({ name, file, onFailed, onClose }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { shown, send } = useFrame(frame, file, { onFailed, onClose })
  const press = (key: PdfKey) => send({ kind: 'key', key })
  return (
    <div className={styles.view}>
      <PdfTools shown={shown} onPress={press} />
      <div className={styles.sheet}>
        {shown === null && (
          <div className={styles.waiting}>
            <BlockSkeleton height={320} />
          </div>
        )}
        <iframe
          ref={frame}
          className={styles.frame}
          title={`${name} 的页面`}
          src="/pdf.html"
          sandbox="allow-scripts"
        />
      </div>
    </div>
  )
}

function PdfTools({ shown, onPress }: { shown: Shown | null; onPress: (key: PdfKey) => void }) {
  const { page, pages, percent } = shown ?? { page: 0, pages: 0, percent: 0 }
  const button = (label: string, key: PdfKey, icon: ReactNode, off = false) => (
    <Button
      type="text"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={shown === null || off}
      onClick={() => onPress(key)}
    />
  )
  return (
    <div className={styles.tools} role="toolbar" aria-label="页面与缩放">
      <span className={styles.group}>
        {button('上一页', 'PageUp', <UpOutlined aria-hidden />, page <= 1)}
        <span className={styles.figure} aria-live="polite">
          {shown === null ? '正在打开' : `第 ${page} / ${pages} 页`}
        </span>
        {button('下一页', 'PageDown', <DownOutlined aria-hidden />, page >= pages)}
      </span>
      <span className={styles.group}>
        {button('缩小', '-', <MinusOutlined aria-hidden />, percent <= 25)}
        <span className={styles.percent}>{shown === null ? '' : `${percent}%`}</span>
        {button('放大', '+', <PlusOutlined aria-hidden />, percent >= 400)}
        {button('适合宽度', '0', <ColumnWidthOutlined aria-hidden />)}
      </span>
    </div>
  )
}

/** Talks with the frame, and fetches for it what it needs. */
function useFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  file: Blob,
  { onFailed, onClose }: Pick<Props, 'onFailed' | 'onClose'>,
) {
  const [shown, setShown] = useState<Shown | null>(null)
  const acts = useRef({ onFailed, onClose })
  useEffect(() => {
    acts.current = { onFailed, onClose }
  })
  // Its origin is none, so that no other can be named; policies let no page but ours into the frame.
  const [send] = useState(
    () => (message: ToPdfFrame) => frame.current?.contentWindow?.postMessage(message, '*'),
  )
  useEffect(() => {
    const fail = () => acts.current.onFailed()
    const silent = setTimeout(fail, frameTimeoutMs)
    const begin = async () => {
      clearTimeout(silent)
      send({ kind: 'open', bytes: await file.arrayBuffer(), dark: useTheme.getState().theme === 'dark' })
    }
    const hear = ({ source, data }: MessageEvent<FromPdfFrame>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      if (data.kind === 'ready') void begin().catch(fail)
      else if (data.kind === 'failed') fail()
      else if (data.kind === 'close') acts.current.onClose()
      else if (data.kind === 'part') void partOf(data.path).then(send)
      else setShown(was => heard(was, data))
    }
    addEventListener('message', hear)
    return () => {
      clearTimeout(silent)
      removeEventListener('message', hear)
    }
  }, [file, frame, send])
  useEffect(() => {
    // Whatever in the drawer has the focus; those pressed within the frame come from there.
    const press = (event: KeyboardEvent) => {
      const key = pdfKeyOf(event.key)
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      send({ kind: 'key', key })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [send])
  return { shown, send }
}

type Said = Extract<FromPdfFrame, { kind: 'opened' | 'at' }>

function heard(was: Shown | null, said: Said): Shown | null {
  if (said.kind === 'opened') return { pages: said.pages, page: 1, percent: 100 }
  return was && { ...was, page: said.page, percent: said.percent }
}

/** What the frame asks for; it is given nothing but the parts that it may have, whatever it asks. */
async function partOf(path: string): Promise<Extract<ToPdfFrame, { kind: 'part' }>> {
  const bytes = pdfPart.test(path)
    ? await fetchFile(path).then(
        part => part.arrayBuffer(),
        () => null,
      )
    : null
  return { kind: 'part', path, bytes }
}
