import { money } from '../format.ts'
import { figureIn } from './readFigure.ts'

/** An amount of a form in words; empty where none can be read. */
export function moneyIn(value: unknown): string {
  const fen = figureIn(value)
  return fen === undefined ? '' : money(fen)
}
