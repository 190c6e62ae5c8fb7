import { memo } from 'react'
import { toggleHelp, useHelp } from '../../ui/help/help.ts'
import styles from '../frame/Header.module.css'

/** 帮助 of the page at hand; F1 does the same. */
export const HelpButton = memo(function HelpButton() {
  const open = useHelp(({ open }) => open)
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label="帮助"
      aria-expanded={open}
      aria-keyshortcuts="F1"
      title="帮助 F1"
      onClick={toggleHelp}
    >
      ?
    </button>
  )
})
