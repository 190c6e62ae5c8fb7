import { createPortal } from 'react-dom'
import { texts } from '../texts.ts'
import './guide.css'
import { Button } from '../../ui/speed/Button.tsx'

interface Props {
  version: string
  onLook: () => void
  onSeen: () => void
}

/** That the system was updated, once: over no field, and without taking the focus. */
export function NewsOffer({ version, onLook, onSeen }: Props) {
  return createPortal(
    <section className="ui-news" aria-label={texts.news}>
      <p role="status">系统已更新到 {version}，看看有什么新的。</p>
      <Button className="ant-btn-sm" type="primary" onClick={onLook}>
        查看
      </Button>
      <Button className="ant-btn-sm" onClick={onSeen}>
        知道了
      </Button>
    </section>,
    document.body,
  )
}
