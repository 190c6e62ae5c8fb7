import type { ReactNode } from 'react'
import './list/list.css'
import './page.css'

interface Props {
  /** The whole text, where it may be cut off. */
  title?: string
  onOpen: () => void
  children: ReactNode
}

/** What a row is called; pressed, it opens the row. The browser's own button: each row has one. */
export function OpenButton({ title, onOpen, children }: Props) {
  return (
    <button type="button" className="ui-text-button ui-open" title={title} onClick={onOpen}>
      <span>{children}</span>
    </button>
  )
}
