import { CloseOutlined, DownOutlined, LeftOutlined, PushpinFilled, RightOutlined } from '@ant-design/icons'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { keepInView, scrollSmoothly } from '../../ui/scroll.ts'
import { texts } from '../texts.ts'
import styles from './TabBar.module.css'
import { type MenuPlace, TabContextMenu } from './TabContextMenu.tsx'
import { openTabs, tabEntries } from './tabMenu.tsx'
import { homeName, isFixed, type KeyedTab, labelOf, wordsOf } from './tabRules.ts'
import { useTabs } from './tabs.ts'
import { type TabActions, useTabActions } from './useTabActions.ts'

/** One press of an arrow (spec §9). */
const stepPx = 240

interface Opened {
  readonly tabs: readonly KeyedTab[]
  readonly activeKey: string | null
  /** What stands at the end, left of the arrow. */
  readonly children?: ReactNode
}

/** The bar of opened pages. Memoised, as all that stands around the pages is: a click renders what it changes. */
export const TabBar = memo(function TabBar({ children }: Pick<Opened, 'children'>) {
  const { tabs, activeKey } = useTabs()
  return (
    <TabStrip tabs={tabs} activeKey={activeKey}>
      {children}
    </TabStrip>
  )
})

/** Home first, then the pinned, the others closable; scrolled by arrows and wheel. */
export function TabStrip({ tabs, activeKey, children }: Opened) {
  const actions = useTabActions()
  const strip = useRef<HTMLUListElement>(null)
  const [menuPlace, setMenuPlace] = useState<MenuPlace | null>(null)
  const scrollBy = (px: number) => {
    const element = strip.current
    if (element !== null) scrollSmoothly(element, { left: element.scrollLeft + px })
  }
  useWheel(strip)
  const active = tabs.find(tab => tab.key === activeKey)
  // Its name comes after it and widens it; a pin moves it.
  const place = active && `${active.key} ${labelOf(active)} ${isFixed(active)}`
  useEffect(() => {
    const element = strip.current?.querySelector('[aria-current="page"]')?.parentElement
    if (place !== undefined && element && strip.current !== null) return keepInView(strip.current, element)
  }, [place])
  return (
    <nav className={styles.bar} aria-label={texts.openPages}>
      <button type="button" className={styles.arrow} aria-label="向左滚动" onClick={() => scrollBy(-stepPx)}>
        <LeftOutlined />
      </button>
      <ul ref={strip} className={styles.strip} data-testid="tab-strip">
        {tabs.map(tab => (
          <li key={tab.key}>
            <Tab tab={tab} active={tab.key === activeKey} actions={actions} onMenu={setMenuPlace} />
          </li>
        ))}
      </ul>
      {children}
      <button type="button" className={styles.arrow} aria-label="向右滚动" onClick={() => scrollBy(stepPx)}>
        <RightOutlined />
      </button>
      <MenuButton
        className={styles.arrow}
        aria-label="标签页操作"
        menu={() => ({
          items: [...openTabs(tabs, activeKey, actions), ...tabEntries(tabs, active, actions)],
        })}
        placement="bottomRight"
      >
        <DownOutlined />
      </MenuButton>
      {menuPlace !== null && (
        <TabContextMenu
          key={`${menuPlace.left} ${menuPlace.top}`}
          {...menuPlace}
          actions={actions}
          onClosed={() => setMenuPlace(null)}
        />
      )}
    </nav>
  )
}

interface TabProps {
  readonly tab: KeyedTab
  readonly active: boolean
  readonly actions: TabActions
  readonly onMenu: (place: MenuPlace) => void
}

const Tab = memo(function Tab({ tab, active, actions, onMenu }: TabProps) {
  const label = labelOf(tab)
  const words = wordsOf(tab)
  const fixed = isFixed(tab)
  const middleClick = {
    // Or the middle button starts the browser's own scrolling.
    onMouseDown: (event: React.MouseEvent) => event.button === 1 && event.preventDefault(),
    onAuxClick: (event: React.MouseEvent) => event.button === 1 && !fixed && actions.close(tab.key),
  }
  return (
    <div
      role="none"
      className={active ? `${styles.tab} ${styles.active}` : styles.tab}
      onContextMenu={event => {
        if (tab.name === homeName) return
        event.preventDefault()
        onMenu({ tab, left: event.clientX, top: event.clientY })
      }}
    >
      <button
        {...middleClick}
        type="button"
        className={styles.label}
        title={label}
        aria-current={active ? 'page' : undefined}
        onClick={() => actions.open(tab)}
      >
        {words.page !== '' && <span className={styles.page}>{words.page}</span>}
        {words.record !== '' && <span className={styles.record}>{words.record}</span>}
      </button>
      {tab.meta.pinned && <PushpinFilled className={styles.pin ?? ''} aria-label={texts.pinned} />}
      {!fixed && (
        <button
          {...middleClick}
          type="button"
          className={styles.close}
          aria-label={`关闭 ${label}`}
          onClick={() => actions.close(tab.key)}
        >
          <CloseOutlined />
        </button>
      )}
    </div>
  )
})

/** The wheel scrolls the strip sideways; not a React handler, since those are passive and the page would scroll along. */
function useWheel(strip: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = strip.current
    if (element === null) return
    const turn = (event: WheelEvent) => {
      if (element.scrollWidth <= element.clientWidth) return
      event.preventDefault()
      element.scrollLeft += Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [strip])
}
