/** What somebody typed, as a number: in whole units of the last decimal (12.5 with two decimals is 1250), or why it is none. */
export type Reading = { scaled: number | null } | { problem: string }

/** Digits before the point; beyond, fen would be no whole numbers any more. */
const mostDigits = 13

const zeros: Readonly<Record<string, number>> = { 万: 4, 亿: 8 }

/**
 * Reads a figure as people type and paste it in Chinese: full-width digits, 。and · as the point, commas between thousands,
 * ¥, 元 and the field's own unit, 万 and 亿. What cannot be meant, or could mean two things, is never guessed.
 * @param decimals how many there may be
 * @param unit what the field counts, which people may type too
 */
export function readFigure(typed: string, decimals: number, unit = ''): Reading {
  const text = plain(typed, unit)
  if (text === '') return { scaled: null }
  const [, sign = '', digits = '', fraction = '', many = ''] =
    /^([+-]?)([\d,]*)(?:\.(\d*))?(万|亿)?$/.exec(text) ?? []
  const whole = digits.replaceAll(',', '')
  if (whole === '' && fraction === '')
    return { problem: `看不懂“${shown(typed)}”，请用数字填写，如 ${example(decimals)}` }
  if (digits.includes(',') && !/^\d{1,3}(,\d{3})+$/.test(digits))
    return { problem: `“${shown(typed)}”里的逗号看不出是小数点还是千位，请写成 ${example(decimals)} 这样` }
  const shift = zeros[many] ?? 0
  const places = fraction.replace(/0+$/, '').padEnd(shift, '0')
  const moved = whole + places.slice(0, shift)
  const rest = places.slice(shift)
  if (rest.length > decimals) return { problem: decimals === 0 ? '请填写整数' : `最多 ${decimals} 位小数` }
  const integer = moved.replace(/^0+/, '')
  if (integer.length > mostDigits) return { problem: '数字太大，请检查位数' }
  const scaled = Number(integer + rest.padEnd(decimals, '0'))
  return { scaled: sign === '-' && scaled !== 0 ? -scaled : scaled }
}

/** As `readFigure` reads it: without what only accompanies a figure. */
function plain(typed: string, unit: string): string {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}_]/gu, '')
    .replaceAll(/[。·・‧．｡]/g, '.')
    .replaceAll('、', ',')
    .replace(/^[−–—]/, '-')
    .replace(/^([+-]?)(?:¥|RMB|CNY)/i, '$1')
  const ending = ['元整', '元', unit].find(suffix => suffix !== '' && text.endsWith(suffix))
  return ending === undefined ? text : text.slice(0, -ending.length)
}

const example = (decimals: number) => (decimals === 0 ? '1200' : '1200.5')

const shown = (typed: string) => (typed.length > 20 ? `${typed.slice(0, 20)}…` : typed)

/** The figure in a form's value; missing where nothing was typed, or nothing that can be read. */
export const figureIn = (value: unknown): number | undefined =>
  typeof value === 'number' && !Number.isNaN(value) ? value : undefined

/** A figure in whole units of its last decimal, as it stands in its field. */
export function writeFigure(scaled: number, decimals: number): string {
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${scaled < 0 ? '-' : ''}${whole}${fraction}`
}
