import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './printSheet.css'
import { Watermark } from './Watermark.tsx'

/** A4 upright or lying, with the page's number at its foot, or A5 lying, which is one page. */
export type Paper = 'A4' | 'A4-landscape' | 'A5'

interface Props {
  className: string
  paper?: Paper
  children: ReactNode
}

/** What goes on paper instead of the screen, as long as it is mounted. */
export function PrintSheet({ className, paper = 'A4', children }: Props) {
  return createPortal(
    <div className={`ui-print ui-print-${paper.toLowerCase()} ${className}`}>
      {children}
      <Watermark />
    </div>,
    document.body,
  )
}
