import { Alert, App, Button, Typography } from 'antd'
import { copyText } from './copyText.ts'
import { DraggableModal } from './DraggableModal.tsx'
import './shownOnce.css'

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
  onClosed: () => void
}

/** A secret of which the server keeps a digest only, so that it can be seen this once. */
export function ShownOnce({ title, what, secret, warning, lost, note, onClosed }: Props) {
  const { message } = App.useApp()
  const copy = async (text: string) => {
    if (await copyText(text)) message.success(`${what}已复制`)
    else message.error(`浏览器不允许复制，请选中${what}后手动复制`)
  }
  return (
    <DraggableModal
      open
      title={title}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClosed}>
          已保存，关闭
        </Button>
      }
    >
      <Alert type="warning" showIcon title={secret === null ? lost : warning} />
      {secret !== null && (
        <>
          <div className="ui-once">
            <Typography.Text code className="ui-once-text">
              {secret}
            </Typography.Text>
            <Button onClick={() => void copy(secret)}>复制{what}</Button>
          </div>
          <p className="ui-quiet">{note}</p>
        </>
      )}
    </DraggableModal>
  )
}
