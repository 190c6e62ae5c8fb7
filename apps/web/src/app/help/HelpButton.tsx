import { memo } from 'react'
import { toggleHelp, useHelp } from '../../ui/help/help.ts'
import styles from '../frame/Header.module.css'
import { useScreens } from '../screens/screenIndex.ts'

/** 帮助 of the page at hand; F1 does the same. */
export const HelpButton = memo(function HelpButton() {
  const open = useHelp(({ open }) => open)
  const screens = useScreens()
  /** Whoever points at it is about to press it. */
  const bring = async () => (await import('./bringHelp.ts')).bringHelp(screens)
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label="帮助"
      aria-expanded={open}
      aria-keyshortcuts="F1"
      title="帮助 F1"
      // What does not come is asked for again when it is pressed, and said then.
      onPointerEnter={() => void bring().catch(() => undefined)}
      onClick={toggleHelp}
    >
      ?
    </button>
  )
})
