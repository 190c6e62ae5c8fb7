// What a cell of a file may be, whatever it is written as.

/** Money: a number with its two places, as lists show it. */
export interface Yuan {
  readonly fen: number
}

/** A day, or a moment, as China's clocks show it: `2026-11-26`, `2026-11-26 18:00:00`. */
export interface DateCell {
  readonly local: string
}

/** A text stays what it is, whatever it looks like. */
export type Cell = string | number | Yuan | DateCell | null
