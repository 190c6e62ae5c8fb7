import type { ColumnLook } from '@drivesim/contract/tools/views'
import { describe, expect, it } from 'vitest'
import { arrangeColumns, fileColumnsOf, moveColumn, shownColumns, withPin, withWidth } from './columnLooks.ts'
import type { Column } from './types.ts'

const columns: Column<object>[] = ['no', 'name', 'state', 'model', 'ip'].map(key => ({
  key,
  title: key,
  render: () => key,
  ...(key === 'model' && { optional: true }),
}))
const look = (key: string, more: Partial<ColumnLook> = {}): ColumnLook => ({
  ...{ key, width: null, pin: false, hidden: false },
  ...more,
})
const keys = (looks: readonly ColumnLook[] | null, choosable = false) =>
  shownColumns(arrangeColumns(columns, looks), choosable).map(({ key }) => key)

describe('columns as somebody arranged them', () => {
  it('are the columns of the list, but for the optional ones, until somebody does', () => {
    expect(keys(null)).toEqual(['no', 'name', 'state', 'ip'])
  })

  it('stand in that order; the first stays first, whatever is said of it', () => {
    const looks = [look('ip'), look('state', { hidden: true }), look('no', { hidden: true }), look('name')]
    expect(keys(looks)).toEqual(['no', 'ip', 'name'])
  })

  it('drop what is gone, and put what is new behind the one that it follows in the list', () => {
    expect(keys([look('no'), look('ip'), look('gone'), look('name')])).toEqual(['no', 'ip', 'name', 'state'])
  })

  it('have what is pinned beside the first, at a place that follows from the widths', () => {
    const looks = [look('no', { width: 100 }), look('name'), look('ip', { pin: true, width: 90 })]
    const shown = shownColumns(arrangeColumns(columns, looks), true)
    expect(shown.map(({ key, width, pin }) => [key, width, pin?.left, pin?.last])).toEqual([
      ['no', 100, 44, false],
      ['ip', 90, 144, true],
      ['name', undefined, undefined, undefined],
      ['state', undefined, undefined, undefined],
    ])
    expect(shown[1]?.clip).toBe(74)
  })

  it('are as wide as what is in them, but for pinned ones beside which others are', () => {
    const width = (looks: ColumnLook[]) => shownColumns(arrangeColumns(columns, looks), false)[0]?.width
    expect(width([])).toBeUndefined()
    expect(width([look('name', { pin: true })])).toBe(140)
  })
})

describe('columns of a file', () => {
  const fileColumns = (looks: readonly ColumnLook[] | null) =>
    fileColumnsOf(columns, arrangeColumns(columns, looks))

  it('are left to the file where nobody chose others, though they may be wider', () => {
    expect(fileColumns(null)).toBeUndefined()
    expect(fileColumns([look('no', { width: 90 }), look('name'), look('state')])).toBeUndefined()
  })

  it('are the shown columns, in their order', () => {
    expect(fileColumns([look('no'), look('ip'), look('state', { hidden: true }), look('name')])).toBe(
      'no,ip,name',
    )
    expect(fileColumns([look('no'), look('name'), look('state'), look('model'), look('ip')])).toBe(
      'no,name,state,model,ip',
    )
  })
})

describe('a change', () => {
  const all = arrangeColumns(columns, null)
  const order = (looks: readonly ColumnLook[]) => looks.map(({ key }) => key)

  it('of a width stays within its limits', () => {
    expect([20, 300.4, 5000, null].map(width => withWidth(all, 'ip', width).at(-1)?.width)).toEqual([
      ...[60, 300, 800, null],
    ])
  })

  it('pins a column with the width that it and the first have now', () => {
    const measured = new Map([
      ['no', 131],
      ['ip', 88],
    ])
    const looks = withPin(all, 'ip', true, key => measured.get(key))
    expect(looks.map(({ width }) => width)).toEqual([131, null, null, null, 88])
    expect(withPin(arrangeColumns(columns, looks), 'ip', false, () => 1).map(({ width }) => width)).toEqual([
      ...[131, 88, null, null, null],
    ])
  })

  it('moves a column, but neither the first nor before it', () => {
    expect(order(moveColumn(all, 'ip', 1))).toEqual(['no', 'ip', 'name', 'state', 'model'])
    expect(order(moveColumn(all, 'ip', 0))).toEqual(order(moveColumn(all, 'no', 2)))
    expect(order(moveColumn(all, 'no', 2))).toEqual(['no', 'name', 'state', 'model', 'ip'])
  })
})
