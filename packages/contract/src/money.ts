/** Whole fen as `¥1,234.00`; a debt as `-¥1,234.00`. */
export function formatFen(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  const yuan = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${fen < 0 ? '-' : ''}¥${yuan}.${digits.slice(-2)}`
}
