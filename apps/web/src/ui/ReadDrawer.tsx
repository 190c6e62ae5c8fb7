import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { CopyLink, type LinkTo } from './CopyLink.tsx'
import './readDrawer.css'
import { PinRecord } from './record/PinRecord.tsx'
import type { Pinnable } from './record/pins.ts'
import { useNarrow } from './useNarrow.ts'

interface Props {
  title: string
  size?: number
  footer?: ReactNode
  /** At the end of the title's line. */
  extra?: ReactNode
  /** What opens this drawer again, in another browser too: 复制链接 stands at the end of the title's line. */
  link?: LinkTo
  /** The record, where it may be pinned. */
  pin?: Pinnable
  /** The drawer has closed: unmount it. */
  onClosed: () => void
  children: ReactNode
}

/** A drawer for reading. Mount it when it is opened; long content can be scrolled by keyboard, too. */
export function ReadDrawer({ title, size = 720, footer, extra, link, pin, onClosed, children }: Props) {
  const [open, setOpen] = useState(true)
  const narrow = useNarrow()
  const region = { role: 'region', 'aria-label': title, tabIndex: 0 } as const
  return (
    <Drawer
      title={title}
      className="ui-read-drawer"
      open={open}
      size={narrow ? '100%' : size}
      footer={footer}
      extra={
        link === undefined ? (
          extra
        ) : (
          <span className="ui-read-ends">
            {extra}
            {pin && <PinRecord record={pin} />}
            <CopyLink to={link} />
          </span>
        )
      }
      onClose={() => setOpen(false)}
      afterOpenChange={now => !now && onClosed()}
    >
      <div className="ui-read" {...region}>
        {children}
      </div>
    </Drawer>
  )
}
