import { z } from 'zod'
import { label } from '../../labels.ts'
import { simulatorNum } from './deviceShapes.ts'

/** What stands on a simulator's label: its number, and the check that shows that the label is ours. */
export interface DeviceLabel {
  readonly simulatorNum: string
  readonly check: string
}

/** As calls take it: programs that scan add spaces and line ends behind it. */
export const scannedLabel = z.object({ simulatorNum, check: label('校验码', z.string().trim().max(32)) })

/** Where a label leads within the system. */
export const labelPath = (label: DeviceLabel): string => `/d/${label.simulatorNum}?c=${label.check}`

/** The label in what was scanned; null where it is something else. Whether its check is right the server alone knows. */
export function labelIn(scanned: string): DeviceLabel | null {
  const [, number = '', check = ''] = /\/d\/([^/?#]+)\?c=([^&#]*)/.exec(scanned) ?? []
  const read = scannedLabel.safeParse({ simulatorNum: decoded(number), check: decoded(check) })
  return read.success ? read.data : null
}

/** What is written in percents, or as it is where they are none. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
