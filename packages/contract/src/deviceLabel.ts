import { simulatorNum } from './deviceShapes.ts'

/** What stands on a simulator's label: its number, and the check that shows that the label is ours. */
export interface DeviceLabel {
  readonly simulatorNum: string
  readonly check: string
}

/** Where a label leads within the system. */
export const labelPath = (label: DeviceLabel): string => `/d/${label.simulatorNum}?c=${label.check}`

/** The label in what was scanned; null where it is something else. Whether its check is right the server alone knows. */
export function labelIn(scanned: string): DeviceLabel | null {
  const [, number, check] = /\/d\/([^/?#]+)\?c=([^&#]*)/.exec(scanned) ?? []
  const read = simulatorNum.safeParse(number)
  return read.success && check !== undefined ? { simulatorNum: read.data, check } : null
}
