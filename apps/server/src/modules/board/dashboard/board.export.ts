import {
  type BoardFigure,
  boardFigures,
  boardPlaces,
  type contract,
  type ParsedOf,
  type ReplyOf,
} from '@drivesim/contract'
import { FileReply, type FileTable, type SignedInCall } from '../../../platform/http/call.ts'
import type { Cell } from '../../../platform/http/cell.ts'
import { day, type FileColumn, fileRows, percent, yuan } from '../../../platform/http/tableFile.ts'
import { readHeat, readPassRate } from './blocks.service.ts'
import { readOverview } from './service.ts'

type Board = typeof contract.dashboard
type Overview = ReplyOf<Board['overview']>
type Column<Row> = FileColumn<Row>

/** 数据看板 as one file: a table for each of its blocks. */
export async function exportBoard(
  call: Pick<SignedInCall, 'db' | 'scope'>,
  asked: ParsedOf<Board['boardExport']>,
): Promise<FileReply> {
  const { db, scope } = call
  const { beginDate, endDate, organId } = asked
  const overview = await readOverview(call, asked)
  return FileReply.ofTables(`数据看板 ${beginDate} 至 ${endDate}`, [
    figures(overview, `${beginDate} 至 ${endDate}`),
    trend(overview),
    ranking(overview, boardPlaces[asked.by]),
    hours(overview),
    use(await readHeat(db, scope, organId)),
    passed(await readPassRate(db, scope, organId)),
  ])
}

/** All of it was read at once. */
const table = <Row>(title: string, rows: readonly Row[], columns: readonly Column<Row>[]): FileTable => ({
  title,
  lines: fileRows(columns, ({ last }) => Promise.resolve(last === undefined ? [...rows] : [])),
})

const unitOf = (figure: BoardFigure) =>
  boardFigures[figure].unit === 'fen' ? '元' : boardFigures[figure].unit
const cellOf = (figure: BoardFigure, value: number | null): Cell =>
  boardFigures[figure].unit === 'fen' ? yuan(value) : value

function figures({ figures, basis }: Overview, range: string): FileTable {
  const between = (days: { beginDate: string; endDate: string } | null) =>
    days === null ? '' : `（${days.beginDate} 至 ${days.endDate}）`
  return table('指标', figures, [
    ['figure', '指标', row => boardFigures[row.key].label],
    ['unit', '单位', row => unitOf(row.key)],
    ['value', range, row => cellOf(row.key, row.value)],
    ['current', `本期可比${between(basis.current)}`, row => cellOf(row.key, row.current)],
    ['previous', `对比期${between(basis.previous)}`, row => cellOf(row.key, row.previous)],
    ['change', '变化（%）', row => (row.change === null ? null : percent(row.change, 1))],
  ])
}

function trend({ trend: { figure, points } }: Overview): FileTable {
  const { label } = boardFigures[figure]
  return table(`趋势 ${label}`, points, [
    ['x', '时间', row => day(row.x)],
    ['value', `${label}（${unitOf(figure)}）`, row => cellOf(figure, row.value)],
    ['otherX', '对比期时间', row => day(row.otherX)],
    ['other', `对比期（${unitOf(figure)}）`, row => cellOf(figure, row.other)],
  ])
}

function ranking({ ranking: { figure, rows, rest, overlap, total } }: Overview, place: string): FileTable {
  const all = [
    ...rows,
    ...(rest === null ? [] : [{ name: `其余 ${rest.places} 处`, value: rest.value }]),
    ...(overlap === 0 ? [] : [{ name: '跨校重复', value: -overlap }]),
    { name: '合计', value: total },
  ]
  return table(`排名 ${boardFigures[figure].label}`, all, [
    ['name', place, row => row.name],
    ['value', `${boardFigures[figure].label}（${unitOf(figure)}）`, row => cellOf(figure, row.value)],
  ])
}

const hours = ({ hours }: Overview) =>
  table('今日训练时段', hours, [
    ['hour', '时段', row => `${row.hour}:00–${row.hour + 1}:00`],
    ['seconds', '今日（秒）', row => row.seconds],
    ['lastWeek', '上周同日（秒）', row => row.lastWeek],
  ])

const weekdays = ['', '周一', '周二', '周三', '周四', '周五', '周六', '周日']

const use = ({ beginDate, endDate, cells }: ReplyOf<Board['heat']>) =>
  table(
    `利用率 ${beginDate} 至 ${endDate}`,
    cells.filter(({ rate }) => rate !== null),
    [
      ['weekday', '星期', row => weekdays[row.weekday] ?? ''],
      ['hour', '时段', row => `${row.hour}:00–${row.hour + 1}:00`],
      ['seconds', '训练（秒）', row => row.seconds],
      ['rate', '利用率（%）', row => (row.rate === null ? null : percent(row.rate, 1))],
    ],
  )

const passed = ({ modules }: ReplyOf<Board['passRate']>) =>
  table(
    '模块通过率',
    modules.flatMap(({ name, points }) => points.map(point => ({ name, ...point }))),
    [
      ['name', '模块', row => row.name],
      ['month', '月份', row => row.month],
      ['times', '训练（次）', row => row.times],
      ['passed', '通过（次）', row => row.passed],
      ['rate', '通过率（%）', row => (row.rate === null ? null : percent(row.passed, row.times))],
    ],
  )
