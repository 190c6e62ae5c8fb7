import { longDay, timeOfDay } from '../../../ui/format.ts'
import { useSecond } from '../../../ui/now.ts'
import styles from './head.module.css'

/** The head of a wall screen: the owner of the simulators, and the time. */
export function WallHead({ title }: { title: string }) {
  return (
    <div className={styles.wallHead}>
      <h1>{title}</h1>
      <Clock />
    </div>
  )
}

function Clock() {
  const now = useSecond(true)
  return (
    <p className={styles.clock}>
      <span className={styles.day}>{longDay(now)}</span>
      <time dateTime={new Date(now).toISOString()}>{timeOfDay(now)}</time>
    </p>
  )
}
