import { Dropdown } from 'antd'
import styles from './TabBar.module.css'
import { tabEntries } from './tabMenu.tsx'
import type { KeyedTab } from './tabRules.ts'
import { useTabs } from './tabs.ts'
import type { TabActions } from './useTabActions.ts'

/** The tab whose menu was asked for, and where: pixels of the window. */
export interface Asked {
  readonly tab: KeyedTab
  readonly left: number
  readonly top: number
}

interface Props extends Asked {
  readonly actions: TabActions
  readonly onClosed: () => void
}

/** What a right click on a tab opens: one for all tabs, there while it is open. */
export function TabContextMenu({ tab, left, top, actions, onClosed }: Props) {
  return (
    <Dropdown
      open
      trigger={['click']}
      menu={{ items: tabEntries(useTabs.getState().tabs, tab, actions) }}
      onOpenChange={onClosed}
    >
      <span className={styles.asked} style={{ left, top }} />
    </Dropdown>
  )
}
