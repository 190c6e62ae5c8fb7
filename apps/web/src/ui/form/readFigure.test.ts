import { expect, test } from 'vitest'
import { readFigure, writeFigure } from './readFigure.ts'

const comma = '看不出是小数点还是千位'
const unread = '看不懂'

/** What is typed into a field for an amount, and the fen that are understood, or a piece of the refusal. */
const amounts: readonly [typed: string, fen: number | null | string][] = [
  ['', null],
  ['   ', null],
  ['\u3000', null],
  ['0', 0],
  ['-0', 0],
  ['5', 500],
  ['5.', 500],
  ['.5', 50],
  ['5.5', 550],
  ['5.05', 505],
  ['007', 700],
  ['12.50', 1250],
  ['12.500', 1250],
  ['12.505', '最多 2 位小数'],
  ['100.5055', '最多 2 位小数'],
  ['12．5', 1250],
  ['12。5', 1250],
  ['12｡5', 1250],
  ['12·5', 1250],
  ['12・5', 1250],
  ['12，5', comma],
  ['12,5', comma],
  ['12、5', comma],
  ['1000，5', comma],
  ['1,00', comma],
  ['1,2345', comma],
  [',5', comma],
  ['1,000', 100_000],
  ['1，234，567.8', 123_456_780],
  ['12,345.67', 1_234_567],
  ['1２3', 12_300],
  ['１２３', 12_300],
  ['8００', 80_000],
  ['１２．５０', 1250],
  ['¥12.5', 1250],
  ['￥ 12.5', 1250],
  ['RMB 12', 1200],
  ['12.5元', 1250],
  ['500元整', 50_000],
  ['-¥3', -300],
  ['−3', -300],
  ['+3', 300],
  ['1 234.5', 123_450],
  ['1\u00a0234', 123_400],
  ['12\u200b3', 12_300],
  ['1.2万', 1_200_000],
  ['3万元', 3_000_000],
  ['1.23456万', 1_234_560],
  ['1.234567万', 1_234_567],
  ['1.2345678万', '最多 2 位小数'],
  ['1,200万', 1_200_000_000],
  ['0.5亿', 5_000_000_000],
  ['1.2.3', unread],
  ['五百', unread],
  ['5百', unread],
  ['8oo', unread],
  ['1e5', unread],
  ['12%', unread],
  ['3-5', unread],
  ['.', unread],
  ['9999999999999', 999_999_999_999_900],
  ['99999999999999', '数字太大'],
  ['19.99', 1999],
]

test.for(amounts)('%s', ([typed, understood]) => {
  const reading = readFigure(typed, 2)
  if (typeof understood === 'string')
    expect(reading).toEqual({ problem: expect.stringContaining(understood) })
  else expect(reading).toEqual({ scaled: understood })
})

test('a field’s own unit may be typed with the number, and no decimals where it has none', () => {
  expect(readFigure('45 分钟', 0, '分钟')).toEqual({ scaled: 45 })
  expect(readFigure('12.5％', 2, '%')).toEqual({ scaled: 1250 })
  expect(readFigure('1.5', 0)).toEqual({ problem: '请填写整数' })
  expect(readFigure('1.50万', 0)).toEqual({ scaled: 15_000 })
})

test('is written as it is read', () => {
  for (const [scaled, decimals, text] of [
    [1250, 2, '12.50'],
    [5, 2, '0.05'],
    [-5, 2, '-0.05'],
    [45, 0, '45'],
  ] as const) {
    expect(writeFigure(scaled, decimals)).toBe(text)
    expect(readFigure(text, decimals)).toEqual({ scaled })
  }
})
