/**
 * The one rounding of money: `amount · part / whole`, half away from zero (四舍五入, Excel's ROUND).
 * Whole numbers in and out, so that no fraction of a fen ever exists. The database's `round(numeric)` does the same.
 * @param whole above zero
 */
export function proRata(amount: number, part: number, whole: number): number {
  const product = BigInt(amount) * BigInt(part)
  const divisor = BigInt(whole)
  const size = product < 0n ? -product : product
  const rounded = (2n * size + divisor) / (2n * divisor)
  return Number(product < 0n ? -rounded : rounded)
}
