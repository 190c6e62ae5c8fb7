import type { SessionRow } from '@drivesim/contract/deviceShapes'
import { percent, share } from '../ui/format.ts'
import type { Column } from '../ui/list/types.ts'

/** 有效率 of a session, or of several: how much of the time the hands were on the wheel. */
export const effectiveRate: Column<Pick<SessionRow, 'seconds' | 'effectiveSeconds'>> = {
  key: 'rate',
  title: '有效率',
  numeric: true,
  render: row => {
    const rate = share(row.effectiveSeconds, row.seconds)
    return rate === null ? null : percent(rate)
  },
}
