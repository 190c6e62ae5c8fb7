import { MoreOutlined } from '@ant-design/icons'
import type { LiveSimulator } from '@drivesim/contract/devices/running'
import { type ReactNode, useContext } from 'react'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { Report } from './reports.ts'
import styles from './tiles.module.css'

interface Props {
  simulator: LiveSimulator
  /** The tile itself, which leads to its simulator. */
  children: ReactNode
}

/** A tile with what can be done about its simulator from the live view; the tile alone where nothing can. */
export function TileMenu({ simulator, children }: Props) {
  const report = useContext(Report)
  if (report === undefined) return children
  return (
    <div className={styles.place}>
      {children}
      <MenuButton
        className={`ui-text-button ${styles.menu}`}
        aria-label={`${simulator.carNum ?? simulator.simulatorName} 的操作`}
        placement="bottomRight"
        menu={() => ({ items: [{ key: 'report', label: '报修', onClick: () => report(simulator) }] })}
      >
        <MoreOutlined aria-hidden />
      </MenuButton>
    </div>
  )
}
