import { EllipsisOutlined, FullscreenOutlined } from '@ant-design/icons'
import type { BoardFigure } from '@drivesim/contract/board/dashboard/boardFigures'
import { boardFigures } from '@drivesim/contract/board/dashboard/boardFigures'
import { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { FileFormat } from '@drivesim/contract/paging'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { download } from '../../../api/download.ts'
import { query } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { FigureCardsSkeleton } from '../../../parts/FigureCard.tsx'
import { dateTime, timeOfDay } from '../../../ui/format.ts'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { buttonLook } from '../../../ui/speed/buttonLook.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { withWholeFigures } from '../../../ui/withWholeFigures.tsx'
// A4 with numbered pages.
import '../../../ui/printSheet.css'
import styles from './board.module.css'
import { Cards } from './Cards.tsx'
import { Controls } from './Controls.tsx'
import { Devices } from './Devices.tsx'
import { Findings } from './Findings.tsx'
import { Heat } from './Heat.tsx'
import { Hours } from './Hours.tsx'
import { NotRefreshed } from './NotRefreshed.tsx'
import { PassRate } from './PassRate.tsx'
import { Ranking } from './Ranking.tsx'
import { boardInput, useOverview } from './reads.ts'
import { Trend } from './Trend.tsx'
import { Tv } from './Tv.tsx'
import { useLiveBlocks, useLiveFigures } from './useLiveFigures.ts'
import { type ChangeView, useView } from './useView.ts'
import {
  boardView,
  listByX,
  pageOf,
  pageOfPlace,
  placeOf,
  sessionsOf,
  type View,
  withPreset,
} from './view.ts'
import { basisInWords, daysInWords } from './words.ts'

const endpoints = [dashboard.overview]

/** 数据看板; with `?tv=1` as a screen on a wall. */
export default function BoardPage() {
  const [asked, change] = useView()
  const view = useMemo(() => boardView(asked), [asked])
  const [fromTv, setFromTv] = useState(false)
  useLiveFigures(view, endpoints, { devices: true })
  useLiveBlocks()
  const leave = () => {
    setFromTv(true)
    change({ tv: false })
  }
  return view.tv ? (
    <Tv view={view} onLeave={leave} />
  ) : (
    <Board view={view} onChange={change} fromTv={fromTv} />
  )
}

interface BoardProps {
  view: View
  onChange: ChangeView
  /** The keyboard goes on where it left for the wall. */
  fromTv: boolean
}

function Board({ view, onChange, fromTv }: BoardProps) {
  const overview = useOverview(view)
  const { data, error } = overview
  const retry = () => void overview.refetch()
  // What was read stays, with its time, where reading it again fails; utilisation and the like have calls of their own.
  const failed = data === undefined ? error : null
  const value = data?.figures.find(({ key }) => key === data.trend.figure)
  const { trend, basis } = data ?? {}
  const known = useMemo(
    () => (trend && basis && value ? { trend, basis, value } : undefined),
    [trend, basis, value],
  )
  const addressOf = (figure: BoardFigure) => pageOf(figure, view)
  const grain = trend?.grain
  const listOf = useMemo(() => listByX(view.figure, view, grain), [view, grain])
  const { label } = boardFigures[view.figure]
  return (
    <div className="ui-page">
      <BoardHead view={view} onChange={onChange} fromTv={fromTv} overview={overview} />
      <div className={overview.isPlaceholderData ? `ui-page ${styles.old}` : 'ui-page'}>
        {failed !== null ? (
          <ErrorState error={failed} onRetry={retry} />
        ) : data === undefined ? (
          <FigureCardsSkeleton />
        ) : (
          <Cards
            figures={data.figures}
            basis={data.basis}
            chosen={view.figure}
            onChoose={figure => onChange({ figure, grain: undefined })}
            addressOf={addressOf}
          />
        )}
        <div className={styles.blocks}>
          <div className={styles.column}>
            {failed === null && (
              <>
                <Trend
                  title={`趋势 · ${label}`}
                  known={known}
                  error={null}
                  onRetry={retry}
                  height={280}
                  linkOf={listOf}
                />
                <Hours
                  hours={data?.hours}
                  error={null}
                  onRetry={retry}
                  height={220}
                  today={sessionsOf(withPreset(view, 'today', businessDayOf(serverNow())))}
                />
              </>
            )}
            <Heat view={view} />
          </div>
          <div className={styles.column}>
            {failed === null && (
              <>
                <Ranking
                  place={placeOf(view)}
                  onPlace={by => onChange({ by })}
                  ranking={data?.ranking}
                  addressOf={key => pageOfPlace(view.figure, view, placeOf(view), key)}
                  allAt={pageOf(view.figure, view, { by: placeOf(view) })}
                />
                <Devices counts={data?.devices} organId={view.organId} />
              </>
            )}
            <Findings view={view} />
          </div>
          <PassRate view={view} />
        </div>
      </div>
    </div>
  )
}

/** What is looked at, as of when, and what can be done with the board. */
function BoardHead({
  view,
  onChange,
  fromTv,
  overview,
}: BoardProps & { overview: ReturnType<typeof useOverview> }) {
  const { data, error } = overview
  return (
    <header className={styles.controls}>
      <h1>数据看板</h1>
      <Controls view={view} onChange={onChange} />
      <p className={`${styles.basis} ui-quiet`}>
        <span>{data && withWholeFigures(basisInWords(data.basis))}</span>
        <span>{data && `数据截至 ${timeOfDay(data.asOf)}`}</span>
        <span className="ui-print-only">{data && `${daysInWords(view)}，${dateTime(data.asOf)}`}</span>
      </p>
      {data !== undefined && error !== null && <NotRefreshed onRetry={() => void overview.refetch()} />}
      <More view={view} />
      <Button
        className={styles.wall ?? ''}
        icon={<FullscreenOutlined />}
        autoFocus={fromTv}
        onClick={() => enterTv(onChange)}
      >
        大屏
      </Button>
    </header>
  )
}

/** What is done with the whole board. In one menu: the line has to be one at 1366, for the course to stand above the fold. */
function More({ view }: { view: View }) {
  const navigate = useNavigate()
  const organs = useQuery(query(organisations.list, {})).data ?? []
  const mayCompare = organs.filter(({ type }) => type === 'school').length > 1
  // A failure was shown by the call.
  const save = (format: FileFormat) =>
    void download(dashboard.boardExport, { ...boardInput(view), format }, `数据看板.${format}`).catch(
      () => undefined,
    )
  const menu = () => ({
    items: [
      { key: 'csv', label: '导出 CSV', onClick: () => save('csv') },
      { key: 'xlsx', label: '导出 Excel', onClick: () => save('xlsx') },
      { key: 'print', label: '打印', onClick: () => window.print() },
      ...(mayCompare
        ? [{ key: 'compare', label: '对比驾校', onClick: () => void navigate('/schoolComparison') }]
        : []),
    ],
  })
  return (
    <MenuButton
      className={`${buttonLook('default')} ant-btn-icon-only`}
      aria-label="导出、打印和对比"
      title="导出、打印和对比"
      placement="bottomRight"
      menu={menu}
    >
      <EllipsisOutlined aria-hidden />
    </MenuButton>
  )
}

/** A screen on a wall fills it; where the browser does not let it, its window. */
function enterTv(onChange: ChangeView): void {
  onChange({ tv: true })
  document.documentElement.requestFullscreen?.().catch(() => undefined)
}
