import type { Reading } from '../../platform/parts.ts'

/** How the numbers of orders, refunds, bills, payments and work orders begin. */
const series = /^(CZ|KC|TK|ZD|SK|FK|WO)\d[\d-]*$/i

/**
 * What a text may be. A phone is searched whole or by its last four digits, as everywhere: by any other part of it a
 * masked number could be read digit by digit.
 */
export function readingsOf(text: string): ReadonlySet<Reading> {
  if (series.test(text)) return new Set(['number'])
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
