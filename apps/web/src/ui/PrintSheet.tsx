import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './printSheet.css'

/** What goes on paper instead of the screen, as long as it is mounted. */
export function PrintSheet({ className, children }: { className: string; children: ReactNode }) {
  return createPortal(<div className={`ui-print ${className}`}>{children}</div>, document.body)
}
