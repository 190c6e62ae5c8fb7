import { Button } from 'antd'
import styles from './board.module.css'

/** What stands was read; reading it again failed. */
export function NotRefreshed({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.notRefreshed} role="alert">
      没有取到新的数据
      <Button size="small" onClick={onRetry}>
        重试
      </Button>
    </p>
  )
}
