import { exportKind, type Job } from '@drivesim/contract/tools/jobs'
import { Progress } from 'antd'
import { isOver } from '../../../app/frame/jobs.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { number } from '../../../ui/format.ts'
import styles from './jobs.module.css'

/** How far a job is, as a bar while it goes on, and in numbers. */
export function JobProgress({ job }: { job: Job }) {
  const { total, done, failed, reason } = job
  return (
    <div className={styles.progress}>
      {!isOver(job) && (
        <Progress
          percent={Math.floor(((done + failed) / total) * 100)}
          status="active"
          aria-label={`${job.label}的进度`}
        />
      )}
      <p className="ui-digits">{(job.kind === exportKind ? fileFigures : rowFigures)(job).join(' · ')}</p>
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      {job.fileUntil !== null && (
        <p className="ui-quiet">
          文件保留到 <DateTime at={job.fileUntil} />
        </p>
      )}
    </div>
  )
}

function rowFigures({ total, done, failed, state }: Job): string[] {
  const left = total - done - failed
  return [
    `共 ${number(total)} 条`,
    `成功 ${number(done)}`,
    ...(failed > 0 ? [`失败 ${number(failed)}`] : []),
    ...(left > 0 ? [`${state === 'cancelled' ? '未处理' : '等待'} ${number(left)}`] : []),
  ]
}

function fileFigures(job: Job): string[] {
  const { total, done, failed, state, fileUntil } = job
  const isGone = state === 'finished' && failed === 0 && fileUntil === null
  return [
    `共 ${number(total)} 行`,
    ...(isOver(job) ? [] : [`已写 ${number(done)}`]),
    ...(isGone ? ['文件已失效，可以重新生成'] : []),
  ]
}
