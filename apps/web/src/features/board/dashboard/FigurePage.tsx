import { CloseOutlined } from '@ant-design/icons'
import { type Grain, grainOf, grains } from '@drivesim/contract/board/dashboard/boardDates'
import {
  type BoardFigure,
  type BoardTable,
  boardFigureKeys,
  boardFigures,
  boardViews,
  isSumFigure,
} from '@drivesim/contract/board/dashboard/boardFigures'
import { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import { Button, Segmented } from 'antd'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { download } from '../../../api/download.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useAreaName } from '../../../parts/areas.ts'
import { inWords, moreFigures } from '../../../parts/figureWords.ts'
import type { LinkOf } from '../../../ui/chart/types.ts'
import { FileButtons } from '../../../ui/FileButtons.tsx'
import { dateTime } from '../../../ui/format.ts'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { scheduleFile } from '../../../ui/scheduling.ts'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { withWholeFigures } from '../../../ui/withWholeFigures.tsx'
import { Controls } from './Controls.tsx'
import { FactList } from './FactList.tsx'
import { FigureTable } from './FigureTable.tsx'
import styles from './figure.module.css'
import { NotRefreshed } from './NotRefreshed.tsx'
import { PrintFigure } from './PrintFigure.tsx'
import { useDetail } from './reads.ts'
import { Trend } from './Trend.tsx'
import type { Detail } from './tableRows.ts'
import { useLiveFigures } from './useLiveFigures.ts'
import { useSideBySide } from './useSideBySide.ts'
import { type ChangeView, useView } from './useView.ts'
import { listByX, pageOfPlace, tableOf, type View } from './view.ts'
import { comparedInWords } from './words.ts'

const endpoints = [dashboard.detail, dashboard.people]

/** The page of one of the eight figures, which its path names: the figure, its trend and its table. */
export default function FigurePage() {
  const { pathname } = useLocation()
  const figure = boardFigureKeys.find(key => boardFigures[key].path === pathname)
  return figure === undefined ? null : <Figure figure={figure} />
}

const tableNames = ['day', 'school', 'city', 'province', 'list'] as const
const tableChoices = tableNames.map(value => ({ value, label: boardViews[value] }))

function Figure({ figure }: { figure: BoardFigure }) {
  const [view, change] = useView()
  useLiveFigures(view, endpoints)
  const detail = useDetail(view, figure)
  const { data, error } = detail
  const retry = () => void detail.refetch()
  // What was read stays, with its time, where reading it again fails.
  const failed = data === undefined ? error : null
  const sideBySide = useSideBySide()
  const areaName = useAreaName(view.area)
  const known = useMemo(() => data && { trend: data.trend, value: data.figure, basis: data.basis }, [data])
  const grain = data?.trend.grain
  const listOf = useMemo(() => listByX(figure, view, grain), [figure, view, grain])
  return (
    <div className="ui-page">
      <FigureHead view={view} figure={figure} detail={data} />
      <div className={styles.controls}>
        <Controls view={view} onChange={change} weeks={isSumFigure(figure)} />
        {view.area !== undefined && (
          <Button title="不限地区" onClick={() => change({ area: undefined })}>
            地区：{areaName} <CloseOutlined aria-label="不限地区" />
          </Button>
        )}
        {data !== undefined && error !== null && <NotRefreshed onRetry={retry} />}
      </div>
      <div className={sideBySide ? styles.beside : 'ui-page'}>
        {failed !== null ? (
          <ErrorState error={failed} onRetry={retry} />
        ) : (
          <Trend
            title="趋势"
            known={known}
            error={null}
            onRetry={retry}
            height={sideBySide ? 420 : 240}
            linkOf={listOf}
            extra={<Grains view={view} figure={figure} shown={grain} onChange={change} />}
          />
        )}
        <Panel
          title="明细"
          className={detail.isPlaceholderData ? styles.old : undefined}
          extra={
            <Segmented
              aria-label="分组方式"
              value={tableOf(view)}
              options={tableChoices}
              onChange={by => change({ by })}
            />
          }
        >
          <Rows
            view={view}
            figure={figure}
            detail={data}
            failed={failed !== null}
            listOf={listOf}
            onChange={change}
          />
        </Panel>
      </div>
    </div>
  )
}

interface FigureProps {
  view: View
  figure: BoardFigure
  /** Undefined: it was not read yet. */
  detail: Detail | undefined
}

/** The figure itself, what it is compared with, and what can be taken along of it. */
function FigureHead({ view, figure, detail }: FigureProps) {
  const { label, unit } = boardFigures[figure]
  const table = tableOf(view)
  return (
    <PageHead
      title={label}
      tag={<span className={styles.value}>{detail && inWords(unit, detail.figure.value)}</span>}
      facts={
        detail === undefined ? (
          '\u00a0'
        ) : (
          <>
            <span>{withWholeFigures(comparedInWords(detail.basis, detail.figure))}</span>
            {moreFigures(detail.figure.more).map(words => (
              <span key={words}>{words}</span>
            ))}
            <span>数据截至 {dateTime(detail.asOf)}</span>
          </>
        )
      }
      actions={
        <>
          {table !== 'list' && <Export view={view} figure={figure} table={table} />}
          {detail !== undefined && <PrintFigure view={view} figure={figure} detail={detail} />}
        </>
      }
    />
  )
}

interface RowsProps extends FigureProps {
  failed: boolean
  listOf: LinkOf
  onChange: ChangeView
}

/** The table that ends in the figure, or the list of what it counts. */
function Rows({ view, figure, detail, failed, listOf, onChange }: RowsProps) {
  const sideBySide = useSideBySide()
  const table = tableOf(view)
  if (table === 'list')
    return (
      <FactList
        view={view}
        figure={figure}
        empty={boardFigures[figure].empty}
        above={sideBySide ? 200 : 600}
      />
    )
  if (failed) return <p className="ui-quiet">暂时没有数据，请在上方重试</p>
  if (detail === undefined) return <RowsSkeleton />
  return (
    <FigureTable
      detail={detail}
      table={table}
      addressOf={key => (table === 'day' ? listOf(key) : pageOfPlace(figure, view, table, key))}
      onTurn={page => onChange({ page })}
      page={view.page}
    />
  )
}

interface GrainsProps {
  view: View
  figure: BoardFigure
  shown: Grain | undefined
  onChange: ChangeView
}

/** How the time axis is cut; by hours only where there are any. */
function Grains({ view, figure, shown, onChange }: GrainsProps) {
  const hasHours = grainOf(view, boardFigures[figure].kind, 'hour', serverNow()) === 'hour'
  const names: readonly Grain[] = hasHours ? ['hour', 'day', 'week', 'month'] : ['day', 'week', 'month']
  return (
    <Segmented
      aria-label="统计粒度"
      size="small"
      value={shown ?? grainOf(view, boardFigures[figure].kind, view.grain, serverNow())}
      options={names.map(value => ({ value, label: grains[value] }))}
      onChange={grain => onChange({ grain })}
    />
  )
}

/** Exports the whole table; 名单 has its own export, with the chosen columns. */
function Export({ view, figure, table: by }: { view: View; figure: BoardFigure; table: BoardTable }) {
  const { beginDate, endDate, organId, area } = view
  const name = `${boardFigures[figure].label}（${boardViews[by]}）`
  const input = { beginDate, endDate, organId, area, figure, by }
  return (
    <FileButtons
      save={format => download(dashboard.export, { ...input, format }, `${name}.${format}`)}
      onSchedule={() => scheduleFile({ endpoint: dashboard.export, input, title: name })}
    />
  )
}
