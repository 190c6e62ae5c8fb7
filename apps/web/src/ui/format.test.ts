import { describe, expect, it } from 'vitest'
import {
  changeFrom,
  clock,
  compactMoney,
  compactNumber,
  dateTime,
  duration,
  hourOf,
  longDay,
  money,
  percent,
  pointsFrom,
  relativeTime,
  share,
  span,
} from './format.ts'

describe('times', () => {
  it('are shown in Asia/Shanghai, wherever the browser stands', () => {
    expect(dateTime('2026-02-28T16:05:09Z')).toBe('2026-03-01 00:05')
    expect(hourOf('2026-02-28T16:00:00Z')).toBe(0)
    expect(longDay('2026-02-28T16:00:00Z')).toBe('2026年3月1日星期日')
  })
  it('are relative within a day, exact beyond it and in the future', () => {
    const now = Date.parse('2026-03-02T04:00:00Z')
    const ago = (seconds: number) => relativeTime(now - seconds * 1000, now)
    expect(ago(59)).toBe('刚刚')
    expect(ago(-30)).toBe('刚刚')
    expect(ago(3 * 60 + 59)).toBe('3 分钟前')
    expect(ago(23 * 3600)).toBe('23 小时前')
    expect(ago(24 * 3600)).toBe('2026-03-01 12:00')
    expect(ago(-3600)).toBe('2026-03-02 13:00')
  })
})

describe('durations', () => {
  it('read as hours and minutes', () => {
    expect(duration(0)).toBe('0 分')
    expect(duration(45_000)).toBe('12 小时 30 分')
    expect(duration(7200)).toBe('2 小时')
    expect(duration(59)).toBe('59 秒')
    expect(duration(60)).toBe('1 分')
    expect(duration(4_500_000)).toBe('1,250 小时')
  })
  it('say days once something has lasted for two of them', () => {
    expect(span(47 * 3600)).toBe('47 小时')
    expect(span(307 * 3600 + 120)).toBe('12 天 19 小时')
    expect(span(48 * 3600)).toBe('2 天')
  })
  it('tick as a clock that never runs below zero', () => {
    expect(clock(425)).toBe('07:05')
    expect(clock(4025)).toBe('1:07:05')
    expect(clock(-3)).toBe('00:00')
  })
})

describe('figures', () => {
  it('shows fen as yuan', () => {
    expect(money(123_400)).toBe('¥1,234.00')
    expect(money(-5)).toBe('−¥0.05')
    expect(money(0)).toBe('¥0.00')
  })
  it('rounds to one decimal of a percent', () => {
    expect(percent(98.46)).toBe('98.5%')
    expect(percent(100)).toBe('100.0%')
    expect(share(1, 0)).toBeNull()
  })
  it('shortens ten thousands, rounded as the exact figure reads', () => {
    expect(compactNumber(9999)).toBe('9,999')
    expect(compactNumber(12_999)).toBe('1.3 万')
    expect(compactMoney(144_553_960)).toBe('¥144.6 万')
    expect(compactNumber(99_999_999)).toBe('1.0 亿')
    expect(compactNumber(100_000)).toBe('10.0 万')
    expect(compactMoney(1_043_600_000)).toBe('¥1,043.6 万')
    expect(compactMoney(140_000_000)).toBe('¥140.0 万')
    expect(compactNumber(234_567_890)).toBe('2.3 亿')
    expect(compactNumber(-12_000)).toBe('−1.2 万')
  })
  it('says a change in sign and word', () => {
    expect(changeFrom(80, 90)).toEqual({ direction: 'up', figure: '+12.5%' })
    expect(changeFrom(100, 50)).toEqual({ direction: 'down', figure: '−50.0%' })
    expect(changeFrom(7, 7)).toEqual({ direction: 'same', figure: '持平' })
    expect(changeFrom(0, 7)).toEqual({ direction: 'up', figure: '新增' })
    expect(pointsFrom(97.5, 96)).toEqual({ direction: 'down', figure: '−1.5 个百分点' })
  })
})
