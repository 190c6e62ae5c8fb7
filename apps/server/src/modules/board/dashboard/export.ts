import {
  type BoardFigure,
  type BoardTable,
  boardFigures,
  boardMore,
  boardTables,
  type contract,
  type DetailRow,
  type FactRow,
  factLists,
  type Grain,
  grainOf,
  isPeopleFigure,
  type ParsedOf,
  pointOf,
} from '@drivesim/contract'
import { FileReply, type SignedInCall } from '../../../platform/http/call.ts'
import { day, type FileColumn, fileRows, yuan } from '../../../platform/http/tableFile.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { coverOf, keysOf, type PersonDay, peopleAfter } from '../figures/read.service.ts'
import { readPoints } from './axis.service.ts'
import { type FactKind, factsOf, personsOf, type ReaderSight } from './fact.queries.ts'
import { kindOf } from './list.service.ts'
import { tableOf } from './service.ts'
import { inSnapshot } from './snapshot.queries.ts'
import { figureDays } from './values.service.ts'

type Asked = ParsedOf<typeof contract.dashboard.export>
type Reader = Pick<SignedInCall, 'db' | 'scope'>

/** A figure's table with its 合计, or its 名单, as a file. */
export function exportFigure(reader: Reader & ReaderSight, asked: Asked): FileReply {
  const { figure, by, beginDate, endDate } = asked
  const name = `${boardFigures[figure].label} ${beginDate} 至 ${endDate}`
  if (by === 'list') return new FileReply(name, listLines(reader, asked))
  return new FileReply(name, tableLines(reader, { ...asked, by }), true)
}

type Unit = '人' | '单' | '次' | 'fen' | 'seconds'

const unitNames: Readonly<Record<string, string>> = { fen: '元', seconds: '秒' }
const titleOf = (label: string, unit: Unit) => `${label}（${unitNames[unit] ?? unit}）`
const cellOf = (unit: Unit, value: number | null) => (unit === 'fen' ? yuan(value) : value)

function tableColumns(figure: BoardFigure, by: BoardTable, grain: Grain): FileColumn<DetailRow>[] {
  const { label, unit, more } = boardFigures[figure]
  const daily = isPeopleFigure(figure) && by === 'day'
  return [
    ['name', by === 'day' && grain === 'hour' ? '时段' : boardTables[by], row => day(row.name)],
    ['value', daily ? `${label}（不可相加）` : titleOf(label, unit), row => cellOf(unit, row.value)],
    ...(daily ? [['first', '首次计入', (row: DetailRow) => row.first] as const] : []),
    ...more.map(
      key =>
        [
          key,
          titleOf(boardMore[key].label, boardMore[key].unit),
          (row: DetailRow) =>
            cellOf(boardMore[key].unit, row.more.find(other => other.key === key)?.value ?? 0),
        ] as const,
    ),
  ]
}

/** At most 400 days, or the schools: read at once, as of one moment, so that it adds up. */
async function* tableLines({ db, scope }: Reader, asked: Asked & { by: BoardTable }) {
  const { figure, by, organId } = asked
  const { rows, overlap, total, grain } = await inSnapshot(db, async (db, now) => {
    const cover = await coverOf(db, scope, organId)
    const oneDay = grainOf(asked, 'sum', 'hour', now.getTime()) === 'hour' && !isPeopleFigure(figure)
    const grain: Grain = oneDay ? 'hour' : 'day'
    const { keys } = cover
    const points = by === 'day' ? await readPoints(db, { keys, figure, range: asked, grain, now }) : []
    return { ...(await tableOf(db, { ...asked, by, cover, points })), grain }
  })
  const line = (name: string, value: number, more: DetailRow['more'] = []): DetailRow => ({
    key: name,
    name,
    value,
    first: isPeopleFigure(figure) ? value : null,
    partial: false,
    more,
  })
  const { more } = boardFigures[figure]
  const sums = more.map(key => ({
    key,
    value: rows.reduce((sum, row) => sum + (row.more.find(other => other.key === key)?.value ?? 0), 0),
  }))
  const all = [...rows, ...(overlap === 0 ? [] : [line('跨校重复', -overlap)]), line('合计', total, sums)]
  yield* fileRows(tableColumns(figure, by, grain), ({ last }) =>
    Promise.resolve(last === undefined ? all : []),
  )
}

const ownerColumns = {
  student: (row: FactRow) => row.studentName,
  phone: (row: FactRow) => row.studentPhone,
  school: (row: FactRow) => row.schoolName,
  organ: pointOf,
}

const listColumns: Readonly<Record<FactKind | 'person', readonly FileColumn<FactRow>[]>> = {
  student: fileColumns(factLists.student, ownerColumns),
  person: fileColumns(factLists.person, ownerColumns),
  recharge: fileColumns(factLists.recharge, ownerColumns),
  course: fileColumns(factLists.course, ownerColumns),
  income: fileColumns(factLists.income, ownerColumns),
  session: fileColumns(factLists.session, ownerColumns),
}

function listLines({ db, ...sight }: Reader & ReaderSight, asked: Asked) {
  const { figure, organId } = asked
  const range = figureDays(asked)
  const kind = kindOf(figure)
  if (kind !== null) {
    return fileRows(listColumns[kind], ({ last, most }) =>
      factsOf(db, sight, { ...range, kind, organId, after: last }, { most, skipped: 0 }),
    )
  }
  if (!isPeopleFigure(figure)) throw new Error(`${figure} does not count people`)
  // By the last one's place, as facts are: whoever is taken off meanwhile moves nobody. Who is counted on an earlier day, too,
  // would come there again.
  const written = new Set<string>()
  let place: PersonDay | undefined
  const next = async (most: number): Promise<FactRow[]> => {
    const rows = await inSnapshot(db, async db => {
      const keys = await keysOf(db, sight.scope, organId)
      const found = await peopleAfter(db, { metric: figure, keys, range }, place, most)
      place = found.at(-1)
      return personsOf(db, sight, { figure, organId }, found)
    })
    const fresh = rows.filter(({ key }) => !written.has(key))
    for (const { key } of fresh) written.add(key)
    return fresh.length === 0 && rows.length > 0 ? next(most) : fresh
  }
  return fileRows(listColumns.person, ({ most }) => next(most))
}
