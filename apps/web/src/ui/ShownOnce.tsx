import { Alert, Button, Typography } from 'antd'
import { DraggableModal } from './DraggableModal.tsx'
import './shownOnce.css'
import { useCopy } from './useCopy.ts'

interface Props {
  title: string
  /** What the secret is called: `密钥`. */
  what: string
  /** Null where the same request was sent before: it was shown then. */
  secret: string | null
  /** What to do now, while it can be seen. */
  warning: string
  /** What to do where it was not kept. */
  lost: string
  note: string
  /** What most people do next. */
  next?: { readonly label: string; readonly onAct: () => void } | undefined
  onClosed: () => void
}

/** A secret that can be seen this once: the server keeps only a digest of it. */
export function ShownOnce({ title, what, secret, warning, lost, note, next, onClosed }: Props) {
  const copy = useCopy()
  return (
    <DraggableModal
      open
      title={title}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <>
          {next && <Button onClick={next.onAct}>{next.label}</Button>}
          <Button type="primary" onClick={onClosed}>
            已保存，关闭
          </Button>
        </>
      }
    >
      <Alert type="warning" showIcon title={secret === null ? lost : warning} />
      {secret !== null && (
        <>
          <div className="ui-once">
            <Typography.Text code className="ui-once-text">
              {secret}
            </Typography.Text>
            <Button onClick={() => void copy(what, secret)}>复制{what}</Button>
          </div>
          <p className="ui-quiet">{note}</p>
        </>
      )}
    </DraggableModal>
  )
}
