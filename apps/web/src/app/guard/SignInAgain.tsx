import { useEffect } from 'react'
import { Link } from 'react-router'
import { endProgress } from './progress.ts'
import styles from './SignInAgain.module.css'

/** What a screen on a wall shows once its session has ended: none of the data, and what is to be done. */
export function SignInAgain({ to }: { to: string }) {
  useEffect(endProgress, [])
  return (
    <main className={styles.page} data-theme="dark">
      <h1>请重新登录</h1>
      <p>这块大屏的登录已经结束，登录后会回到原来的画面。</p>
      <Link to={to}>去登录</Link>
    </main>
  )
}
