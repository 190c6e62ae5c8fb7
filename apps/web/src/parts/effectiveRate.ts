import type { SessionRow } from '@drivesim/contract/devices/devices/deviceShapes'
import { percent, share } from '../ui/format.ts'

/** 有效率 of a session, or of several: how much of the time the hands were on the wheel. */
export function effectiveRate(row: Pick<SessionRow, 'seconds' | 'effectiveSeconds'>): string | null {
  const rate = share(row.effectiveSeconds, row.seconds)
  return rate === null ? null : percent(rate)
}
