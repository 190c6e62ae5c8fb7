import { CheckOutlined } from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { texts } from '../texts.ts'
import styles from './TabBar.module.css'
import { homeName, type KeyedTab, labelOf, withoutSide } from './tabRules.ts'
import type { TabActions } from './useTabActions.ts'

type Items = NonNullable<MenuProps['items']>

/** What can be done with a tab and those around it; without one (an error page is shown), with all. */
export function tabEntries(tabs: readonly KeyedTab[], tab: KeyedTab | undefined, actions: TabActions): Items {
  const pinned = tab?.meta.pinned === true
  const nothingTo = (side: 'left' | 'right') =>
    tab === undefined || withoutSide(tabs, tab.key, side).length === tabs.length
  return [
    {
      key: 'reload',
      label: texts.reloadTab,
      disabled: tab === undefined,
      onClick: () => tab && actions.reload(tab),
    },
    {
      key: 'pin',
      label: pinned ? texts.unpin : texts.pin,
      disabled: tab === undefined || tab.name === homeName,
      onClick: () => tab && actions.pin(tab.key, !pinned),
    },
    { type: 'divider' },
    {
      key: 'left',
      label: texts.closeLeft,
      disabled: nothingTo('left'),
      onClick: () => tab && actions.closeSide(tab, 'left'),
    },
    {
      key: 'right',
      label: texts.closeRight,
      disabled: nothingTo('right'),
      onClick: () => tab && actions.closeSide(tab, 'right'),
    },
    { key: 'others', label: texts.closeOthers, onClick: actions.closeOthers },
    { key: 'all', label: texts.closeAll, onClick: actions.closeAll },
  ]
}

/** The open tabs, the one on the screen marked. */
export function openTabs(tabs: readonly KeyedTab[], activeKey: string | null, actions: TabActions): Items {
  return [
    {
      type: 'group',
      label: texts.openPages,
      ...(styles.open && { className: styles.open }),
      children: tabs.map(tab => {
        const active = tab.key === activeKey
        return {
          key: tab.key,
          icon: <CheckOutlined aria-hidden className={active ? '' : (styles.unmarked ?? '')} />,
          label: (
            <span className={styles.openName} aria-current={active ? 'page' : undefined}>
              {labelOf(tab)}
            </span>
          ),
          onClick: () => actions.open(tab),
        }
      }),
    },
    { type: 'divider' },
  ]
}
