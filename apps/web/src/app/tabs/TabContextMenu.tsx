import { Dropdown } from 'antd'
import { chooseOnly } from '../../ui/MenuButton.tsx'
import styles from './TabBar.module.css'
import { tabEntries } from './tabMenu.tsx'
import type { KeyedTab } from './tabRules.ts'
import { useTabs } from './tabs.ts'
import type { TabActions } from './useTabActions.ts'

/** The tab of the open menu, and the menu's place in pixels of the window. */
export interface MenuPlace {
  readonly tab: KeyedTab
  readonly left: number
  readonly top: number
}

interface Props extends MenuPlace {
  readonly actions: TabActions
  readonly onClosed: () => void
}

/** The menu of a right click on a tab: one for all tabs, mounted while it is open. */
export function TabContextMenu({ tab, left, top, actions, onClosed }: Props) {
  return (
    <Dropdown
      open
      trigger={['click']}
      menu={{ items: tabEntries(useTabs.getState().tabs, tab, actions), onKeyDown: chooseOnly }}
      onOpenChange={onClosed}
    >
      <span className={styles.asked} style={{ left, top }} />
    </Dropdown>
  )
}
