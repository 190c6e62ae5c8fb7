import { VerticalAlignTopOutlined } from '@ant-design/icons'
import { memo, useEffect, useState } from 'react'
import { afterFrame } from '../../ui/afterFrame.ts'
import { isShown } from '../../ui/isShown.ts'
import { scrollSmoothly } from '../../ui/scroll.ts'
import { useTabs } from '../tabs/tabs.ts'
import styles from './BackToTop.module.css'

/** The button shows beyond so many pixels, and takes so many milliseconds (spec §9). */
const thresholdPx = 100
const scrollMs = 1000

/** Back to the top of the page on the screen. It stands in the bar of tabs: over a page it would lie on what is pressed there. */
export const BackToTop = memo(function BackToTop() {
  const [pane, setPane] = useState<Element | null>(null)
  const activeKey = useTabs(state => state.activeKey)
  const [shownFor, setShownFor] = useState(activeKey)
  if (shownFor !== activeKey) {
    setShownFor(activeKey)
    setPane(null)
  }
  // A tab that comes back is where it was, and says so without being scrolled. Once it is on the screen: to ask before is to
  // lay it out within the script.
  useEffect(
    () =>
      afterFrame(() => {
        const panes = activeKey === null ? [] : [...document.querySelectorAll('[data-pane]')]
        const shown = panes.find(isShown)
        if (shown !== undefined && shown.scrollTop > thresholdPx) setPane(shown)
      }),
    [activeKey],
  )
  useEffect(() => {
    // Scrolling does not bubble; capturing sees the pane of whichever tab is shown.
    const look = (event: Event) => {
      const element = event.target
      if (!(element instanceof Element) || !element.hasAttribute('data-pane')) return
      setPane(element.scrollTop > thresholdPx ? element : null)
    }
    document.addEventListener('scroll', look, true)
    return () => document.removeEventListener('scroll', look, true)
  }, [])
  if (pane === null) return null
  return (
    <button
      type="button"
      className={styles.button}
      aria-label="返回顶部"
      title="返回顶部"
      onClick={() => scrollSmoothly(pane, { top: 0 }, scrollMs)}
    >
      <VerticalAlignTopOutlined />
    </button>
  )
})
