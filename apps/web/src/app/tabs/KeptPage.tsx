import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './TabPages.module.css'

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
    if (runs) return
    for (const page of box.current?.children ?? []) {
      if (page instanceof HTMLElement || page instanceof SVGElement) page.style.removeProperty('display')
    }
  }, [runs])
  return (
    <div ref={box} className={seen ? styles.page : styles.kept}>
      <Activity mode={runs ? 'visible' : 'hidden'}>{children}</Activity>
    </div>
  )
}
