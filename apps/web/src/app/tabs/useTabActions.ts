import { useMemo } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { useConfirm } from '../../ui/form/useConfirm.ts'
import { homePath } from '../guard/paths.ts'
import { startProgress } from '../guard/progress.ts'
import { type ScreenIndex, useScreens } from '../screens/screenIndex.ts'
import { texts } from '../texts.ts'
import { addressOf } from './address.ts'
import {
  type KeyedTab,
  labelOf,
  neighbourOf,
  onlyHome,
  onlyTab,
  withoutSide,
  withoutTab,
  withPin,
} from './tabRules.ts'
import { reloadPage, setTabs, useTabs } from './tabs.ts'
import { forgetChecks, hasUnsaved } from './unsaved.ts'

type Confirm = ReturnType<typeof useConfirm>
export type TabActions = ReturnType<typeof tabActions>

/** What can be done with open tabs; the same from render to render. */
export function useTabActions(): TabActions {
  const screens = useScreens()
  const navigate = useNavigate()
  const confirm = useConfirm()
  return useMemo(() => tabActions(screens, navigate, confirm), [screens, navigate, confirm])
}

/** Every close goes through `close`, so none can miss the before-close question. */
function tabActions(screens: ScreenIndex, navigate: NavigateFunction, confirm: Confirm) {
  const open = (tab: KeyedTab) => void navigate(addressOf(screens, tab))
  const keep = (tabs: readonly KeyedTab[]) => {
    const kept = new Set(tabs.map(tab => tab.key))
    for (const { key } of useTabs.getState().tabs) if (!kept.has(key)) forgetChecks(key)
    setTabs(tabs)
  }
  const remove = (key: string) => {
    const { tabs, activeKey } = useTabs.getState()
    const next = neighbourOf(tabs, key)
    keep(withoutTab(tabs, key))
    if (key === activeKey && next !== undefined) open(next)
  }
  const ask = (title: string, consequence: string, verb: string, act: () => void) =>
    confirm({ title, consequence, verb, danger: true, run: async () => act() })
  /** Asks once for all of them that hold something unsaved, by their names. */
  const keepOnly = (kept: readonly KeyedTab[], after?: () => void) => {
    const unsaved = useTabs.getState().tabs.filter(tab => !kept.includes(tab) && hasUnsaved(tab.key))
    const act = () => {
      keep(kept)
      after?.()
    }
    if (unsaved.length === 0) return act()
    ask(texts.closeTabsTitle, texts.closeTabsContent(unsaved.map(labelOf)), texts.closeTab, act)
  }
  return {
    open,
    close: (key: string) => {
      if (!hasUnsaved(key)) {
        remove(key)
        return
      }
      ask(texts.closeTabTitle, texts.closeTabContent, texts.closeTab, () => remove(key))
    },
    /** Begins the tab's page anew, and shows it. */
    reload: (tab: KeyedTab) => {
      const act = () => {
        forgetChecks(tab.key)
        startProgress()
        reloadPage(tab.key)
        if (useTabs.getState().activeKey !== tab.key) open(tab)
      }
      if (!hasUnsaved(tab.key)) return act()
      ask(texts.reloadTabTitle, texts.reloadTabContent, texts.reloadTab, act)
    },
    /** Shows another page in the place of the one on the screen. */
    turn: (path: string) => {
      const { activeKey } = useTabs.getState()
      const act = () => {
        if (activeKey !== null) forgetChecks(activeKey)
        useTabs.setState({ givesWay: true })
        void navigate(path, { replace: true })
      }
      if (activeKey === null || !hasUnsaved(activeKey)) return act()
      ask(texts.leaveTabTitle, texts.leaveTabContent, texts.leaveTab, act)
    },
    pin: (key: string, pinned: boolean) => setTabs(withPin(useTabs.getState().tabs, key, pinned)),
    /** Closes those to one side of a tab; where the page on the screen is among them, the tab is shown. */
    closeSide: (tab: KeyedTab, side: 'left' | 'right') => {
      const { tabs, activeKey } = useTabs.getState()
      const kept = withoutSide(tabs, tab.key, side)
      keepOnly(kept, () => {
        if (activeKey !== null && !kept.some(({ key }) => key === activeKey)) open(tab)
      })
    },
    /** Keeps the current tab and home. */
    closeOthers: () => {
      const { tabs, activeKey } = useTabs.getState()
      keepOnly(activeKey === null ? onlyHome(tabs) : onlyTab(tabs, activeKey))
    },
    closeAll: () => keepOnly(onlyHome(useTabs.getState().tabs), () => void navigate(homePath)),
  }
}
