import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import './printSheet.css'
import { layOutPages } from './sheetPages.ts'
import { Watermark } from './Watermark.tsx'

/** A4 upright or lying, with the page's number at its foot, or A5 lying, which is one page. */
export type Paper = 'A4' | 'A4-landscape' | 'A5'

interface Props {
  className: string
  paper?: Paper
  /** What each page says at its foot beside its number, in every browser: the sheet's name. A4 upright. */
  numbered?: string
  children: ReactNode
}

/** What goes on paper instead of the screen, as long as it is mounted. */
export function PrintSheet({ className, paper = 'A4', numbered, children }: Props) {
  const classes = [
    'ui-print',
    `ui-print-${paper.toLowerCase()}`,
    ...(numbered === undefined ? [] : ['ui-print-numbered']),
    className,
  ]
  return createPortal(
    <div className={classes.join(' ')}>
      {numbered === undefined ? children : <Pages name={numbered}>{children}</Pages>}
      <Watermark />
    </div>,
    document.body,
  )
}

function Pages({ name, children }: { name: string; children: ReactNode }) {
  const source = useRef<HTMLDivElement>(null)
  const pages = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const sheet = pages.current?.closest('.ui-print')
    if (!source.current || !pages.current || !sheet) return
    // What is not laid out has no height.
    sheet.classList.add('ui-print-measured')
    layOutPages(source.current, pages.current, name)
    sheet.classList.remove('ui-print-measured')
  })
  return (
    <>
      <div ref={source} className="ui-print-source">
        {children}
      </div>
      <div ref={pages} className="ui-print-pages" />
    </>
  )
}
