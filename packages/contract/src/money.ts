const grouped = new Intl.NumberFormat('en-US')

/** Whole fen as people read them: `¥1,234.50`; a debt with a true minus, `−¥0.05`. */
export function formatFen(fen: number): string {
  const amount = Math.abs(fen)
  const cents = String(amount % 100).padStart(2, '0')
  return `${fen < 0 ? '−' : ''}¥${grouped.format(Math.floor(amount / 100))}.${cents}`
}

/** What somebody typed in yuan, with at most two decimals, as whole fen; null where it is no such amount. */
export function parseYuan(text: string): number | null {
  const [, sign, yuan = '', cents = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (yuan === '') return null
  // Digits alone: 19.99 × 100 is not whole in floating point.
  const fen = Number(yuan + cents.padEnd(2, '0'))
  return sign === '-' ? -fen : fen
}
