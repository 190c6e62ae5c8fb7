import { useEffect, useState } from 'react'
import styles from './LoadingBar.module.css'
import { useProgress } from './progress.ts'

type Phase = 'idle' | 'running' | 'ending'

/** The thin bar at the top while a navigation runs (spec §2). It creeps by CSS alone and fades when the page stands. */
export function LoadingBar() {
  const running = useProgress(state => state.running)
  const [phase, setPhase] = useState<Phase>('idle')
  if (running && phase !== 'running') setPhase('running')
  if (!running && phase === 'running') setPhase('ending')
  useEffect(() => {
    if (phase !== 'ending') return
    const timer = setTimeout(() => setPhase('idle'), 300)
    return () => clearTimeout(timer)
  }, [phase])
  if (phase === 'idle') return null
  return <div className={`${styles.bar} ${styles[phase]}`} data-testid="loading-bar" aria-hidden="true" />
}
