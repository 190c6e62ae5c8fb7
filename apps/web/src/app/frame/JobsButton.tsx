import { UnorderedListOutlined } from '@ant-design/icons'
import { LazyOverlay } from '../../ui/LazyPart.tsx'
import { CountMark } from '../speed/CountMark.tsx'
import { texts } from '../texts.ts'
import { useDialogs } from './dialogs.ts'
import styles from './Header.module.css'
import { hideJobs, isOver, showJobs, useJobs } from './jobs.ts'

/** The way back to what is being done in the background: there while something is, or has ended unseen. And its drawer. */
export function JobsButton() {
  const { jobs: JobsDrawer } = useDialogs()
  const { known, shown } = useJobs()
  const all = Object.values(known)
  const open = all.filter(job => !isOver(job)).length
  const ended = all.filter(job => isOver(job) && !job.seen).length
  const says = open > 0 ? `${open} 个正在执行` : `${ended} 个已结束`
  return (
    <>
      {open + ended > 0 && (
        <button
          type="button"
          className={styles.icon}
          aria-label={`${texts.jobs}，${says}`}
          title={`${texts.jobs}，${says}`}
          onClick={() => showJobs(null)}
        >
          <CountMark count={open} dot={open === 0} colour="var(--primary-fill)">
            <UnorderedListOutlined className={styles.bell ?? ''} />
          </CountMark>
        </button>
      )}
      {shown !== undefined && (
        <LazyOverlay onClosed={hideJobs}>
          <JobsDrawer />
        </LazyOverlay>
      )}
    </>
  )
}
