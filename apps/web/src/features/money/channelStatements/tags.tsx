import {
  CheckCircleOutlined,
  DiffOutlined,
  ExclamationCircleOutlined,
  InboxOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons'
import {
  type ChannelLine,
  type LineOutcome,
  lineOutcomes,
  lineResolutions,
} from '@drivesim/contract/money/channelStatements/channelStatementShapes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

const looks: Readonly<Record<LineOutcome, { tone: Tone; icon: ReactNode }>> = {
  matched: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  amountDiffers: { tone: 'warn', icon: <DiffOutlined aria-hidden /> },
  localOnly: { tone: 'warn', icon: <QuestionCircleOutlined aria-hidden /> },
  channelOnly: { tone: 'warn', icon: <InboxOutlined aria-hidden /> },
}

/** How a line stands beside what is here; once something was done about it, it is quiet. */
export function OutcomeTag({ outcome, resolution }: Pick<ChannelLine, 'outcome' | 'resolution'>) {
  const { tone, icon } = looks[outcome]
  return (
    <StateTag tone={resolution === null ? tone : 'quiet'} icon={icon}>
      {lineOutcomes[outcome]}
    </StateTag>
  )
}

/** What was done about a line. 挂账: its owner is still unknown. */
export function ResolutionTag({ outcome, resolution }: Pick<ChannelLine, 'outcome' | 'resolution'>) {
  if (outcome === 'matched') return null
  if (resolution === null)
    return (
      <StateTag tone="warn" icon={<ExclamationCircleOutlined aria-hidden />}>
        待处理
      </StateTag>
    )
  const waits = resolution === 'suspended'
  return (
    <StateTag
      tone={waits ? 'busy' : 'good'}
      icon={waits ? <InboxOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}
    >
      {lineResolutions[resolution]}
    </StateTag>
  )
}
