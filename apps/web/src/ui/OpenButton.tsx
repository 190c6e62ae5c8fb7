import { Button } from 'antd'
import type { ReactNode } from 'react'
import './page.css'

interface Props {
  /** The whole text, where it may be cut off. */
  title?: string
  onOpen: () => void
  children: ReactNode
}

/** What a row is called; pressed, it opens the row. */
export function OpenButton({ title, onOpen, children }: Props) {
  return (
    <Button type="link" size="small" className="ui-open" title={title} onClick={onOpen}>
      {children}
    </Button>
  )
}
