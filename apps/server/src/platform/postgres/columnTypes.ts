import pg from 'pg'

const int8 = 20
const date = 1082
const int8Array = 1016

/** An int8 as a number; past 2^53 it would be another number, so it is an error. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}

const overrides = new pg.TypeOverrides()
overrides.setTypeParser(int8, wholeNumber)
// A business day stays the text YYYY-MM-DD: as a Date it would move with the time zone.
overrides.setTypeParser(date, text => text)
overrides.setTypeParser(int8Array, text =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(wholeNumber),
)
/** How the texts of each type are read. */
export const types: pg.CustomTypesConfig = overrides
