import { type Basis, changeWords } from '@drivesim/contract/board/dashboard/boardDates'
import {
  type BoardFigure,
  type BoardMore,
  type boardFigures,
  boardMore,
} from '@drivesim/contract/board/dashboard/boardFigures'
import type { FigureValue } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { compactMoney, compactNumber, duration, money, number } from '../ui/format.ts'

/** What a figure of the board, or what stands beside it, is counted in. */
export type FigureUnit = (typeof boardFigures)[BoardFigure]['unit'] | (typeof boardMore)[BoardMore]['unit']

/** A figure as a card shows it: `1.2 万`, `¥3.4 万`. */
export function shortFigure(unit: FigureUnit, value: number): string {
  if (unit === 'seconds') return duration(value)
  return unit === 'fen' ? compactMoney(value) : compactNumber(value)
}

/** What stands after a figure that does not say it itself, as money and times do. */
export const unitAfter = (unit: FigureUnit) => (unit === 'fen' || unit === 'seconds' ? '' : unit)

/** A column of such figures. */
export const headOf = (label: string, unit: FigureUnit) =>
  unitAfter(unit) === '' ? label : `${label}（${unitAfter(unit)}）`

/** The figure alone, exactly, as a table shows it. */
export function exactFigure(unit: FigureUnit, value: number): string {
  if (unit === 'seconds') return duration(value)
  return unit === 'fen' ? money(value) : number(value)
}

/** The same in a sentence: `1,234 人`. */
export const inWords = (unit: FigureUnit, value: number) =>
  unit === 'fen' || unit === 'seconds' ? exactFigure(unit, value) : `${number(value)} ${unit}`

/** `含转入 3 人`, `赠送 ¥20.00`. */
export function moreFigures(more: FigureValue['more']): string[] {
  return more.map(({ key, value }) => `${boardMore[key].label} ${inWords(boardMore[key].unit, value)}`)
}

/** Which way a figure went, by its direction and its words; words alone where that is all that can be said. */
export function changeOfFigure(
  { change, current, previous }: Pick<FigureValue, 'change' | 'current' | 'previous'>,
  { words }: Basis,
): { direction: 'up' | 'down' | 'same' | null; words: string } {
  if (words === '' || current === null || previous === null) return { direction: null, words: '' }
  if (change === null) return { direction: null, words: current === 0 ? '' : `${words}无数据` }
  const level = changeWords(change)
  if (level === '持平') return { direction: 'same', words: level }
  return { direction: change > 0 ? 'up' : 'down', words: level }
}
