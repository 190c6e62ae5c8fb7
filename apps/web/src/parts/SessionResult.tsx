import { type SessionRow, sessionEndings } from '@drivesim/contract/devices/devices/deviceShapes'
import { StateTag } from '../ui/StateTag.tsx'

/** 合格 or not, or how else a session ended. */
export function SessionResult({ row }: { row: Pick<SessionRow, 'ending' | 'passed'> }) {
  if (row.ending !== 'normal') {
    return (
      <StateTag tone={row.ending === 'running' ? 'busy' : 'warn'} icon={null}>
        {sessionEndings[row.ending]}
      </StateTag>
    )
  }
  if (row.passed === null) return null
  return (
    <StateTag tone={row.passed ? 'good' : 'bad'} icon={null}>
      {row.passed ? '合格' : '不合格'}
    </StateTag>
  )
}
