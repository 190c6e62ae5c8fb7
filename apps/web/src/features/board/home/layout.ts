import { arrangedBlocks, type HomeBlockName } from '@drivesim/contract/board/homeBlocks'
import { useHeldCodes } from '../../../api/me.ts'
import { choose, useKnownChoice } from '../../../ui/list/choices.ts'
import type { Overview } from './overview.ts'

/** A block where the person wants it. */
export interface PlacedBlock {
  readonly name: HomeBlockName
  readonly hidden: boolean
}

const list = 'home'

/** How the person arranged 首页: as this window knows it, until then as the server said with the page. */
export function useLayout(overview: Overview | undefined): PlacedBlock[] {
  const heldCodes = useHeldCodes()
  const choice = useKnownChoice(list)
  return arrangedBlocks(heldCodes, (choice === null ? overview?.look : choice.columns) ?? null)
}

/** Keeps how 首页 is arranged; null: as it is by itself. */
export function arrange(blocks: readonly PlacedBlock[] | null): void {
  const columns = blocks?.map(({ name, hidden }) => ({ key: name, hidden, width: null, pin: false })) ?? null
  choose({ list, columns, dense: null, view: null, viewColumns: null, viewDense: null })
}

/**
 * How many cards stand in each line, so that no line is left half empty: as many as fit, spread evenly, the fuller lines last.
 * @param fit in a line
 * @param more so many may be squeezed into a line rather than leave one alone
 */
export function linesOf(cards: number, fit: number, more = fit): number[] {
  const lines = Math.max(1, Math.ceil((cards - (more - fit)) / fit))
  const least = Math.floor(cards / lines)
  return Array.from({ length: lines }, (_, line) => least + (line >= lines - (cards % lines) ? 1 : 0))
}

/** Of each card, how many stand in its line. */
export const neighboursOf = (lines: readonly number[]): number[] =>
  lines.flatMap(count => Array<number>(count).fill(count))
