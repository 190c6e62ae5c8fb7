import { UnorderedListOutlined } from '@ant-design/icons'
import { Badge } from 'antd'
import { Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAddress } from '../guard/WindowRouter.tsx'
import { texts } from '../texts.ts'
import { useDialogs } from './dialogs.ts'
import styles from './Header.module.css'
import { isOver, showJobs, useJobs } from './jobs.ts'

/** The way back to what is being done in the background: there while something is, or has ended unseen. And its drawer. */
export function JobsButton() {
  const { jobs: JobsDrawer } = useDialogs()
  const { known, shown } = useJobs()
  useLinkedJob()
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
          <Badge count={open} dot={open === 0} size="small" color="var(--primary-fill)">
            <UnorderedListOutlined className={styles.bell ?? ''} />
          </Badge>
        </button>
      )}
      <Suspense>{shown !== undefined && <JobsDrawer />}</Suspense>
    </>
  )
}

/** A message leads to a job by the address: `?job=12` on any page. */
function useLinkedJob(): void {
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const linked = Number(query.get('job') ?? 0)
    if (!Number.isSafeInteger(linked) || linked <= 0) return
    showJobs(linked)
    query.delete('job')
    void navigate({ pathname, search: query.toString() }, { replace: true })
  }, [pathname, search, navigate])
}
