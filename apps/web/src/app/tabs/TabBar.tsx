import { CloseOutlined, DownOutlined, LeftOutlined, PushpinFilled, RightOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { memo, useEffect, useRef, useState } from 'react'
import { keepInView, scrollSmoothly } from '../../ui/scroll.ts'
import { texts } from '../texts.ts'
import styles from './TabBar.module.css'
import { openTabs, tabEntries } from './tabMenu.tsx'
import { homeName, isFixed, type KeyedTab, labelOf, wordsOf } from './tabRules.ts'
import { useTabs } from './tabs.ts'
import { type TabActions, useTabActions } from './useTabActions.ts'

/** One press of an arrow (spec §9). */
const stepPx = 240

interface Opened {
  readonly tabs: readonly KeyedTab[]
  readonly activeKey: string | null
}

/** The bar of opened pages. Memoised, as all that stands around the pages is: a click renders what it changes. */
export const TabBar = memo(function TabBar() {
  const { tabs, activeKey } = useTabs()
  return <TabStrip tabs={tabs} activeKey={activeKey} />
})

/** Home first, then the pinned, the others closable; scrolled by arrows and wheel. */
export function TabStrip({ tabs, activeKey }: Opened) {
  const actions = useTabActions()
  const strip = useRef<HTMLUListElement>(null)
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
        {tabs.map(tab => {
          const Item = tab.name === homeName ? Tab : TabWithMenu
          return (
            <li key={tab.key}>
              <Item tab={tab} active={tab.key === activeKey} actions={actions} />
            </li>
          )
        })}
      </ul>
      <button type="button" className={styles.arrow} aria-label="向右滚动" onClick={() => scrollBy(stepPx)}>
        <RightOutlined />
      </button>
      <Dropdown
        menu={{ items: [...openTabs(tabs, activeKey, actions), ...tabEntries(tabs, active, actions)] }}
        trigger={['click']}
        placement="bottomRight"
      >
        <button type="button" className={styles.arrow} aria-label="标签页操作">
          <DownOutlined />
        </button>
      </Dropdown>
    </nav>
  )
}

interface TabProps extends React.HTMLAttributes<HTMLDivElement> {
  readonly tab: KeyedTab
  readonly active: boolean
  readonly actions: TabActions
  readonly ref?: React.Ref<HTMLDivElement>
}

/** What is in its menu is made when it opens. */
const TabWithMenu = memo(function TabWithMenu({ tab, active, actions }: TabProps) {
  const [items, setItems] = useState<ReturnType<typeof tabEntries>>([])
  return (
    <Dropdown
      menu={{ items }}
      trigger={['contextMenu']}
      onOpenChange={open => {
        if (open) setItems(tabEntries(useTabs.getState().tabs, tab, actions))
      }}
    >
      <Tab tab={tab} active={active} actions={actions} />
    </Dropdown>
  )
})

/** Takes what the right-click menu hands to its trigger (`rest`). */
function Tab({ tab, active, actions, className, ...rest }: TabProps) {
  const label = labelOf(tab)
  const words = wordsOf(tab)
  const fixed = isFixed(tab)
  const middleClick = {
    // Or the middle button starts the browser's own scrolling.
    onMouseDown: (event: React.MouseEvent) => event.button === 1 && event.preventDefault(),
    onAuxClick: (event: React.MouseEvent) => event.button === 1 && !fixed && actions.close(tab.key),
  }
  return (
    <div {...rest} className={[styles.tab, active && styles.active, className].filter(Boolean).join(' ')}>
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
}

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
