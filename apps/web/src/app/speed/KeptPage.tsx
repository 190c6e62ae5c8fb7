import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from '../tabs/TabPages.module.css'

interface Props {
  /** It is what stands on the screen. */
  readonly seen: boolean
  /** Its effects are connected: it reads, listens and draws. */
  readonly runs: boolean
  readonly children: ReactNode
}

/**
 * A tab's page. `Activity` hides by `display: none`, which throws the layout away and makes all of it anew when the tab comes
 * back; here a box hides the page, and keeps it laid out.
 */
export function KeptPage({ seen, runs, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (runs || box.current === null) return
    return keepDisplayed(box.current)
  }, [runs])
  return (
    <div ref={box} className={seen ? styles.page : styles.kept}>
      <Activity mode={runs ? 'visible' : 'hidden'}>{children}</Activity>
    </div>
  )
}

/** `Activity` hides its page again whenever something in it was rendered late: an answer that came, a list that changed. */
function keepDisplayed(box: HTMLElement): () => void {
  const pages = [...box.children].filter(page => page instanceof HTMLElement || page instanceof SVGElement)
  const display = () => {
    for (const page of pages) page.style.removeProperty('display')
  }
  display()
  const hidden = new MutationObserver(display)
  for (const page of pages) hidden.observe(page, { attributeFilter: ['style'] })
  return () => hidden.disconnect()
}
