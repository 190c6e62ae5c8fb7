import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import styles from './SideMenu.module.css'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The menu of small screens. */
export default function MenuDrawer({ open, onClose, children }: Props) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={256}
      closable={false}
      title={null}
      classNames={{ body: styles.drawer ?? '' }}
      aria-label="菜单"
    >
      {children}
    </Drawer>
  )
}
