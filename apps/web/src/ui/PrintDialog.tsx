import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { DraggableModal } from './DraggableModal.tsx'
import { type Paper, PrintSheet } from './PrintSheet.tsx'
import './printDialog.css'

interface Props {
  title: string
  /** Of the sheet on paper. */
  className: string
  width?: number
  paper?: Paper
  /** Every page says the title and its number at its foot, in every browser. A4 upright. */
  numbered?: boolean
  /** Stands above the preview: a choice of paper, a hint. */
  above?: ReactNode
  /** The sheet is not complete yet. */
  waits?: boolean
  /** In place of a sheet that cannot be shown yet: the reason, or a skeleton. */
  instead?: ReactNode
  onClosed: () => void
  /** The sheet, as it goes on paper. */
  children: ReactNode
}

/** A sheet to look at, and then to print in place of the page. */
export function PrintDialog(props: Props) {
  const {
    title,
    className,
    width = 860,
    paper = 'A4',
    numbered = false,
    above,
    waits = false,
    instead,
    onClosed,
    children,
  } = props
  return (
    <>
      <DraggableModal
        open
        title={title}
        width={width}
        onCancel={onClosed}
        footer={
          <>
            <Button onClick={onClosed}>关闭</Button>
            <Button
              autoFocus
              type="primary"
              icon={<PrinterOutlined />}
              loading={waits}
              disabled={instead !== undefined}
              onClick={() => window.print()}
            >
              打印
            </Button>
          </>
        }
      >
        {above}
        {instead ?? (
          // The keyboard must reach what scrolls; the sheet itself holds nothing to stop at.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
          <section className="ui-print-preview" aria-label="打印预览" tabIndex={0}>
            {children}
          </section>
        )}
      </DraggableModal>
      {instead === undefined && (
        <PrintSheet className={className} paper={paper} {...(numbered && { numbered: title })}>
          {children}
        </PrintSheet>
      )}
    </>
  )
}
