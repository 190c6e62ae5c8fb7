import {
  CheckCircleFilled,
  ClockCircleOutlined,
  MinusCircleOutlined,
  SyncOutlined,
  WarningFilled,
} from '@ant-design/icons'
import {
  type Job,
  type JobRow,
  type JobState,
  jobRowStates,
  jobStateName,
} from '@drivesim/contract/tools/jobs'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

const looks: Readonly<Record<JobState | 'failed', { tone: Tone; icon: ReactNode }>> = {
  waiting: { tone: 'quiet', icon: <ClockCircleOutlined /> },
  running: { tone: 'busy', icon: <SyncOutlined /> },
  finished: { tone: 'good', icon: <CheckCircleFilled /> },
  failed: { tone: 'warn', icon: <WarningFilled /> },
  cancelled: { tone: 'off', icon: <MinusCircleOutlined /> },
}

export function JobStateTag({ job }: { job: Job }) {
  const look = looks[job.state === 'finished' && job.failed > 0 ? 'failed' : job.state]
  return <StateTag {...look}>{jobStateName(job)}</StateTag>
}

const rowTones: Readonly<Record<JobRow['state'], Tone>> = {
  waiting: 'quiet',
  done: 'good',
  failed: 'bad',
  skipped: 'off',
}

export function RowStateTag({ state }: { state: JobRow['state'] }) {
  return (
    <StateTag tone={rowTones[state]} icon={null}>
      {jobRowStates[state]}
    </StateTag>
  )
}
