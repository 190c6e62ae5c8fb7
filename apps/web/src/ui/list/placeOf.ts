import type { CSSProperties } from 'react'
import type { ShownColumn } from './types.ts'

type Placed = Pick<ShownColumn<never>, 'numeric' | 'width' | 'pin'>

/** Class and style of a column's cells: its side, its width, and where it stays while others scroll. */
export function placeOf({ numeric, width, pin }: Placed): { className: string; style: CSSProperties } {
  const classes = [numeric && 'ui-numeric', pin && 'ui-pinned', pin?.last && 'ui-pin-edge']
  return {
    className: classes.filter(Boolean).join(' '),
    style: {
      ...(width !== undefined && { width, minWidth: width, maxWidth: width }),
      ...(pin && { insetInlineStart: pin.left }),
    },
  }
}
