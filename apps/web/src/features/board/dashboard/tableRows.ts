import {
  type BoardTable,
  boardFigures,
  boardMore,
  boardTables,
} from '@drivesim/contract/board/dashboard/boardFigures'
import type { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import type { DetailRow } from '@drivesim/contract/board/dashboard/dashboardShapes'
import type { DataOf } from '@drivesim/contract/endpoint'
import { exactFigure, headOf } from '../../../parts/figureWords.ts'

export type Detail = DataOf<typeof dashboard.detail>

/** A row of a figure's table as it is written: the cells follow its name. */
export interface WrittenRow {
  key: string
  name: string
  /** Under what the rows behind it are asked for; null: it stands for no place and no day. */
  of: string | null
  partial: boolean
  cells: readonly string[]
}

const axisNames = { hour: '时段', day: '日期', week: '周', month: '月份' } as const
const missing = '—'

/** Heads of a figure's table. People of several days do not add up; people who are new in the range do. */
export function headsOf({ figure: { key }, trend }: Detail, table: BoardTable): string[] {
  const { kind, unit, label, more } = boardFigures[key]
  const peopleByDay = kind === 'people' && table === 'day'
  return [
    table === 'day' ? axisNames[trend.grain] : boardTables[table],
    peopleByDay ? '人数（不可相加）' : headOf(label, unit),
    ...(peopleByDay ? ['首次计入'] : []),
    ...more.map(name => headOf(boardMore[name].label, boardMore[name].unit)),
  ]
}

/** Rows of a figure's table, and below them 跨校重复 and 合计, which is the figure. */
export function writtenRows(detail: Detail, table: BoardTable, rows: readonly DetailRow[]): WrittenRow[] {
  const { figure, overlap, total } = detail
  const { kind, unit, more } = boardFigures[figure.key]
  const peopleByDay = kind === 'people' && table === 'day'
  const write = (value: number) => exactFigure(unit, value)
  const moreCells = (from: DetailRow['more']) =>
    more.map(name => {
      const value = from.find(({ key }) => key === name)?.value
      return value === undefined ? missing : exactFigure(boardMore[name].unit, value)
    })
  const emptyCells = more.map(() => missing)
  return [
    ...rows.map(row => ({
      key: `of ${row.key}`,
      name: row.name,
      of: row.key,
      partial: row.partial,
      cells: [
        write(row.value),
        ...(peopleByDay ? [row.first === null ? missing : write(row.first)] : []),
        ...moreCells(row.more),
      ],
    })),
    ...(overlap === 0
      ? []
      : [
          {
            key: 'overlap',
            name: '跨校重复',
            of: null,
            partial: false,
            cells: [`−${write(overlap)}`, ...emptyCells],
          },
        ]),
    {
      key: 'total',
      name: '合计',
      of: null,
      partial: false,
      cells: [...(peopleByDay ? [missing] : []), write(total), ...moreCells(figure.more)],
    },
  ]
}
