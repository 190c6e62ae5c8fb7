import type { DataOf } from '@drivesim/contract/endpoint'
import { logChain } from '@drivesim/contract/tools/logChain'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'

/** How far the logs are sealed, and sent to another machine. */
export function LogPanel() {
  const state = useQuery(query(logChain.state, undefined, { quiet: true }))
  return (
    <Panel title="日志封存" extra={<Link to="/system/operationLog?tab=security">安全日志</Link>}>
      {state.error !== null && <ErrorState error={state.error} onRetry={() => void state.refetch()} />}
      {state.error === null && state.data === undefined && <BlockSkeleton height={96} />}
      {state.data !== undefined && <Facts items={factsOf(state.data)} />}
    </Panel>
  )
}

type State = DataOf<typeof logChain.state>

function factsOf({ sealedTo, sealedAt, waiting, forward }: State): [string, ReactNode][] {
  return [
    ['已封存', sealedAt === null ? '还没有' : `${sealedTo} 条`],
    ['最近封存', sealedAt === null ? '—' : <DateTime key="at" at={sealedAt} />],
    ['等待封存', `${waiting} 条`],
    ['转发', forwardInWords(forward)],
  ]
}

function forwardInWords(forward: State['forward']): string {
  if (forward === null) return '没有设置'
  const { target, sentTo, failingSince, problem } = forward
  return failingSince === null
    ? `${target}，已送到第 ${sentTo} 条`
    : `${target} 送不出去：${problem ?? '没有应答'}`
}
