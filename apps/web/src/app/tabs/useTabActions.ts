import { App } from 'antd'
import { useNavigate } from 'react-router'
import { draggable } from '../../ui/DraggableModal.tsx'
import { homePath } from '../guard/paths.ts'
import { useScreens } from '../screens/screenIndex.ts'
import { texts } from '../texts.ts'
import { addressOf } from './address.ts'
import { type KeyedTab, neighbourOf, onlyHome, onlyTab, withoutTab } from './tabRules.ts'
import { setTabs, useTabs } from './tabs.ts'
import { forgetChecks, hasUnsaved } from './unsaved.ts'

/** What can be done with open tabs. Every close goes through `close`, so none can miss the before-close question. */
export function useTabActions() {
  const screens = useScreens()
  const navigate = useNavigate()
  const { modal } = App.useApp()

  const keep = (tabs: readonly KeyedTab[]) => {
    const kept = new Set(tabs.map(tab => tab.key))
    for (const { key } of useTabs.getState().tabs) if (!kept.has(key)) forgetChecks(key)
    setTabs(tabs)
  }
  const remove = (key: string) => {
    const { tabs, activeKey } = useTabs.getState()
    const next = neighbourOf(tabs, key)
    keep(withoutTab(tabs, key))
    if (key === activeKey && next !== undefined) void navigate(addressOf(screens, next))
  }
  return {
    open: (tab: KeyedTab) => void navigate(addressOf(screens, tab)),
    close: (key: string) => {
      if (!hasUnsaved(key)) {
        remove(key)
        return
      }
      modal.confirm({
        ...draggable,
        title: texts.closeTabTitle,
        content: texts.closeTabContent,
        okText: texts.closeTab,
        cancelText: texts.cancel,
        onOk: () => remove(key),
      })
    },
    /** Keeps the current tab and home; asks nothing (product §14). */
    closeOthers: () => {
      const { tabs, activeKey } = useTabs.getState()
      keep(activeKey === null ? onlyHome(tabs) : onlyTab(tabs, activeKey))
    },
    closeAll: () => {
      keep(onlyHome(useTabs.getState().tabs))
      void navigate(homePath)
    },
  }
}
