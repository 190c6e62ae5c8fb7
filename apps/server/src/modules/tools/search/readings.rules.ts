import type { Reading } from '../../../platform/parts.ts'

/** How a text begins that may be a number: `CZ` of cz2026112200000001. Whether there are such numbers, the parts know. */
export const seriesOf = (text: string): string | undefined =>
  /^([a-z]+)\d[\d-]*$/i.exec(text)?.[1]?.toUpperCase()

/**
 * What a text may be. A phone is searched whole or by its last four digits, as everywhere: by any other part of it a
 * masked number could be read digit by digit.
 */
export function readingsOf(text: string): ReadonlySet<Reading> {
  const readings = new Set<Reading>()
  const digits = text.replace(/[\s-]/g, '')
  if (/^\d+$/.test(digits)) {
    if (digits.length === 4 || digits.length === 11) readings.add('phone')
  } else {
    readings.add('name')
  }
  if (/^[a-z]+$/i.test(text)) readings.add('initials')
  if (/^[a-z0-9-]{4,}$/i.test(text)) readings.add('serial')
  return readings
}
