import { expect, it } from 'vitest'
import { surfaces } from '../../theme/colours.ts'
import { chartOptions, withUnit } from './options.ts'
import { palettes } from './palette.ts'
import { hasValues, xValues } from './types.ts'

const colours = { palette: palettes.light, text: '#000', quiet: '#444', line: '#ddd', surface: '#fff' }
const plot = {
  unit: '%',
  series: [
    {
      name: '甲',
      points: [
        { x: '倒车入库', value: 20 },
        { x: '侧方停车', value: 55.04 },
      ],
    },
    { name: '乙', points: [{ x: '曲线行驶', value: null }] },
  ],
}

it('puts every x of all series on the axis, and a gap where a series says nothing', () => {
  expect(xValues(plot)).toEqual(['倒车入库', '侧方停车', '曲线行驶'])
  expect(chartOptions(plot, 'bar', colours).series).toMatchObject([
    { data: [20, 55.04, null] },
    { data: [null, null, null] },
  ])
})

it('draws what is partial hollow, beside the line, and what it is compared with dashed', () => {
  const days = {
    unit: '次',
    series: [
      {
        name: '本期',
        points: [
          { x: '1', value: 3 },
          { x: '2', value: 4 },
          { x: '3', value: 1, partial: true },
        ],
      },
      { name: '上期', points: [{ x: '1', value: 2 }], compared: true },
    ],
  }
  expect(chartOptions(days, 'line', colours).series).toMatchObject([
    {
      name: '本期',
      data: [
        ['1', 3],
        ['2', 4],
      ],
    },
    { name: '本期', data: [['3', 1]], symbol: 'emptyCircle', lineStyle: { width: 0 } },
    { name: '上期', data: [2, null, null], lineStyle: { type: 'dashed' } },
  ])
  expect(chartOptions(days, 'bar', colours).series).toMatchObject([
    { type: 'bar', data: [3, 4, { value: 1, itemStyle: { color: '#fff', borderColor: palettes.light[0] } }] },
    { type: 'line', lineStyle: { type: 'dashed' } },
  ])
})

it('draws a hollow bar in the colour of its own series', () => {
  const points = [{ x: '1', value: 1, partial: true }]
  const two = { unit: '次', series: ['甲', '乙'].map(name => ({ name, points })) }
  expect(chartOptions(two, 'bar', colours).series).toMatchObject(
    palettes.light.slice(0, 2).map(borderColor => ({ data: [{ itemStyle: { borderColor } }] })),
  )
})

it('starts every value axis at zero', () => {
  expect(chartOptions(plot, 'bar', colours).yAxis).toMatchObject({ min: 0, name: '%' })
  expect(chartOptions(plot, 'ranking', colours).xAxis).toMatchObject({ min: 0 })
})

it('ranks the largest first', () => {
  expect(chartOptions(plot, 'ranking', colours).yAxis).toMatchObject({ data: ['侧方停车', '倒车入库'] })
})

it('says that a range without any value is empty; a rate of zero is one', () => {
  expect(hasValues(plot, 'bar')).toBe(true)
  const nothing = {
    unit: '次',
    series: [
      {
        name: '甲',
        points: [
          { x: '1', value: 0 },
          { x: '2', value: null },
        ],
      },
    ],
  }
  expect(hasValues(nothing, 'bar')).toBe(false)
  expect(hasValues(nothing, 'line')).toBe(true)
})

it('writes values with their unit', () => {
  expect(withUnit(55.04, '%')).toBe('55.0%')
  expect(withUnit(91.82, '分钟')).toBe('91.8 分钟')
  expect(withUnit(1200, '分钟')).toBe('1,200 分钟')
  expect(withUnit(1234.5, '元')).toBe('¥1,234.50')
})

it.each(['light', 'dark'] as const)('tells eight series apart from the card in the %s theme (3:1)', mode => {
  for (const colour of palettes[mode]) expect(contrast(colour, surfaces[mode].card)).toBeGreaterThanOrEqual(3)
})

function contrast(colour: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(colour), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const part = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}
