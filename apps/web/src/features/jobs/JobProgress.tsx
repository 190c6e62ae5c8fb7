import type { Job } from '@drivesim/contract/jobs'
import { Progress } from 'antd'
import { isOver } from '../../app/frame/jobs.ts'
import { number } from '../../ui/format.ts'
import styles from './jobs.module.css'

/** How far a job is, as a bar while it goes on, and in numbers. */
export function JobProgress({ job }: { job: Job }) {
  const { total, done, failed, state } = job
  const left = total - done - failed
  const figures = [
    `共 ${number(total)} 条`,
    `成功 ${number(done)}`,
    ...(failed > 0 ? [`失败 ${number(failed)}`] : []),
    ...(left > 0 ? [`${state === 'cancelled' ? '未处理' : '等待'} ${number(left)}`] : []),
  ]
  return (
    <div className={styles.progress}>
      {!isOver(job) && (
        <Progress
          percent={Math.floor(((done + failed) / total) * 100)}
          status="active"
          aria-label={`${job.label}的进度`}
        />
      )}
      <p className="ui-digits">{figures.join(' · ')}</p>
    </div>
  )
}
