/** What people type for a day or a month, in the common forms; full-width digits and signs too. */
const plain = (text: string) => text.normalize('NFKC').replaceAll('。', '.').replaceAll(/\s/g, '')

const day = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const dayDigits = /^(\d{4})(\d\d)(\d\d)$/
const month = /^(\d{4})[-/.年](\d{1,2})月?$/
const monthDigits = /^(\d{4})(\d\d)$/
/** With this year before it. */
const monthOfYear = /^(\d{4})-(\d{1,2})月$/

/**
 * The business day that a text means, `2026-01-05`; null: none.
 * @param today a text without a year means one of this year
 */
export function readDay(text: string, today: string): string | null {
  const typed = plain(text)
  const [, year, ofYear, ofMonth] =
    day.exec(typed) ?? dayDigits.exec(typed) ?? day.exec(`${today.slice(0, 4)}-${typed}`) ?? []
  if (year === undefined || ofYear === undefined || ofMonth === undefined) return null
  const read = `${year}-${ofYear.padStart(2, '0')}-${ofMonth.padStart(2, '0')}`
  const at = new Date(`${read}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(read) ? read : null
}

/** The month that a text means, `2026-01`; null: none. */
export function readMonth(text: string, today: string): string | null {
  const typed = plain(text)
  const [, year, ofYear] =
    month.exec(typed) ?? monthDigits.exec(typed) ?? monthOfYear.exec(`${today.slice(0, 4)}-${typed}`) ?? []
  if (year === undefined || ofYear === undefined) return null
  return readDay(`${year}-${ofYear}-1`, today)?.slice(0, 7) ?? null
}

/** Whether a text is a day that nothing more belongs to: one that is typed still may become another. */
export const isWholeDay = (text: string) => /^(\d{8}|\d{4}([-/.])\d\d[-/.]\d\d)$/.test(plain(text))
export const isWholeMonth = (text: string) => /^(\d{6}|\d{4}[-/.]\d\d)$/.test(plain(text))
