import { useLayoutEffect } from 'react'
import { keepServerRendered } from '../speed/serverRendered.ts'
import { texts } from '../texts.ts'
import styles from './Waiting.module.css'

/** What stands where a page's code is still on its way; it appears only when that takes noticeable time. */
export function Waiting() {
  useLayoutEffect(keepServerRendered, [])
  return (
    <p className={styles.waiting} role="status">
      <span className={`turning-wheel ${styles.wheel}`} aria-hidden="true" />
      {texts.loading}
    </p>
  )
}
