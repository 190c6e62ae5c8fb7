import { usePending } from '../../api/pending.ts'
import { texts } from '../texts.ts'
import styles from './Spinner.module.css'

/** 加载中... while any request is pending; it blocks nothing (spec §8). */
export function Spinner() {
  const pending = usePending(state => state.count > 0)
  if (!pending) return null
  return (
    <div className={styles.spinner} data-testid="spinner">
      <i className="turning-wheel" aria-hidden="true" />
      <span className={styles.words}>{texts.loading}</span>
    </div>
  )
}
