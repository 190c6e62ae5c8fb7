import { expect, it } from 'vitest'
import { type Detail, headsOf, writtenRows } from './tableRows.ts'

const row = (key: string, value: number, first: number | null = null) => ({
  key,
  name: key,
  value,
  first,
  partial: false,
  more: [],
})
const figure = { value: 3, today: null, current: null, previous: null, change: null, more: [] }
const detail = (key: Detail['figure']['key'], overlap: number, total: number): Detail => ({
  asOf: '2026-03-01T00:00:00.000Z',
  basis: {
    today: '2026-03-01',
    current: null,
    previous: null,
    mean: 1,
    hours: null,
    unfinished: false,
    words: '',
  },
  figure: { ...figure, key, value: total },
  trend: { figure: key, grain: 'day', points: [] },
  overlap,
  total,
  page: { dataList: [], totalDataNum: 0, pageSize: 50, hasPrevious: false, hasNext: false, totalPages: 0 },
})
const cells = (...rows: Parameters<typeof writtenRows>) =>
  writtenRows(...rows).map(written => [written.name, ...written.cells])

it('people by day do not add up, but people counted first on a day do', () => {
  const people = detail('courseUsers', 0, 3)
  expect(headsOf(people, 'day')).toEqual(['日期', '人数（不可相加）', '首次计入'])
  expect(cells(people, 'day', [row('a', 2, 2), row('b', 2, 1)])).toEqual([
    ['a', '2', '2'],
    ['b', '2', '1'],
    ['合计', '—', '3'],
  ])
})

it('people by school are counted once less what is counted at several', () => {
  const people = detail('courseUsers', 1, 3)
  expect(cells(people, 'school', [row('1', 2), row('2', 2)])).toEqual([
    ['1', '2'],
    ['2', '2'],
    ['跨校重复', '−1'],
    ['合计', '3'],
  ])
})

it('numbers have their unit in the head of their column; money and times say it themselves', () => {
  expect(headsOf(detail('newStudents', 0, 3), 'day')).toEqual(['日期', '新增学员（人）', '含转入（人）'])
  const heads = headsOf(detail('rechargeFen', 0, 3), 'school')
  expect(heads).toEqual(['驾校', '充值金额', '充值订单（单）', '赠送', '退款', '净额'])
  expect(headsOf(detail('appUses', 0, 3), 'city')).toEqual([
    '城市',
    '应用使用次数（次）',
    '训练时长',
    '有效时长',
  ])
})

it('what stands beside a figure has columns of its own, in 合计 too', () => {
  const money = detail('incomeFen', 0, 9_950)
  const more = (cash: number, refund: number) => [
    { key: 'courseCashFen' as const, value: cash },
    { key: 'courseRefundFen' as const, value: refund },
  ]
  const known = { ...money, figure: { ...money.figure, more: more(10_000, 50) } }
  expect(headsOf(known, 'school')).toEqual(['驾校', '收入金额', '课程收款', '课程退款'])
  expect(cells(known, 'school', [{ ...row('1', 9_950), more: more(10_000, 50) }])).toEqual([
    ['1', '¥99.50', '¥100.00', '¥0.50'],
    ['合计', '¥99.50', '¥100.00', '¥0.50'],
  ])
})
