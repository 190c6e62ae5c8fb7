import { expect, test } from 'vitest'
import { formatFen, parseYuan } from './money.ts'

test('fen read as yuan, a debt with a true minus', () => {
  expect(formatFen(123_450)).toBe('¥1,234.50')
  expect(formatFen(0)).toBe('¥0.00')
  expect(formatFen(-5)).toBe('−¥0.05')
  expect(formatFen(9_007_199_254_740_991)).toBe('¥90,071,992,547,409.91')
})

test('yuan that were typed become whole fen, and nothing else does', () => {
  expect(parseYuan('1234.5')).toBe(123_450)
  expect(parseYuan(' 19.99 ')).toBe(1999)
  expect(parseYuan('-0.05')).toBe(-5)
  expect(parseYuan('1.15')).toBe(115)
  for (const wrong of ['', '1.234', '1,000', 'x', '.5', '1e3', '99999999999999'])
    expect(parseYuan(wrong)).toBeNull()
})
