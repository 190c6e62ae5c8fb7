import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useSyncExternalStore } from 'react'
import { enterFullScreen, leaveFullScreen } from '../../ui/fullScreen.ts'
import styles from './Header.module.css'

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Puts the whole application on the full screen and back; absent where the browser cannot (iPhone). */
export function FullscreenButton() {
  const full = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  )
  if (globalThis.document?.fullscreenEnabled === false) return null
  const label = full ? '退出全屏' : '全屏'
  const toggle = () => (full ? leaveFullScreen() : enterFullScreen(document.documentElement))
  return (
    <button
      type="button"
      className={`${styles.icon} ${styles.fullscreen}`}
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  )
}
