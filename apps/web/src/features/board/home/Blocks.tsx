import { type HomeBlockName, homeBlocks, isWorkBlock } from '@drivesim/contract/board/homeBlocks'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { countOf, StateBar } from '../../../parts/StateBar.tsx'
import { ChartSkeleton } from '../../../ui/chart/ChartSkeleton.tsx'
import { number } from '../../../ui/format.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, EmptyState, RowsSkeleton } from '../../../ui/states.tsx'
import { Attention, attentionTitle } from './Attention.tsx'
import { blocksQuery } from './blocks.ts'
import styles from './home.module.css'
import { linesOf, neighboursOf, type PlacedBlock } from './layout.ts'
import type { Overview } from './overview.ts'
import { Pinned } from './Pinned.tsx'
import { Recent } from './Recent.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import { hoursTitle, TodayHours } from './TodayHours.tsx'
import { Todos } from './Todos.tsx'
import { WorkBlock } from './WorkBlock.tsx'

interface Read {
  overview: Overview | undefined
  /** The overview was not answered; the page says so once. */
  failed: boolean
  onRetry: () => void
}

/** The blocks in their order: those of the page's width by themselves, the others side by side. */
export function Blocks({ layout, ...read }: Read & { layout: readonly PlacedBlock[] }) {
  const shown = layout.filter(({ hidden }) => !hidden).map(({ name }) => name)
  const work = useQuery({
    ...blocksQuery,
    refetchOnWindowFocus: true,
    staleTime: 0,
    enabled: shown.some(isWorkBlock),
  })
  if (shown.length === 0)
    return <EmptyState title="首页的区块都隐藏了" hint="点右上角的“调整首页”选择要显示的区块" />
  const contentOf = (name: HomeBlockName): ReactNode =>
    isWorkBlock(name) ? (
      <WorkBlock
        name={name}
        answer={work.data?.find(({ key }) => key === name)}
        failed={work.data === undefined && work.error !== null}
        onRetry={() => void work.refetch()}
      />
    ) : (
      <OverviewBlock name={name} {...read} />
    )
  return runsOf(shown).map(run =>
    isWide(run[0]) ? (
      <div key={run[0]}>{contentOf(run[0])}</div>
    ) : (
      <div key={run[0]} className={run.some(changes) ? `${styles.body} ${styles.tall}` : styles.body}>
        {cardsOf(run).map(({ names, style }) => (
          <div
            key={names[0]}
            className={names.length > 1 ? `${styles.card} ${styles.halves}` : styles.card}
            style={style}
          >
            {names.map(name => (
              <Fragment key={name}>{contentOf(name)}</Fragment>
            ))}
          </div>
        ))}
      </div>
    ),
  )
}

/** Its rows come and go while the page is looked at. */
const changes = (name: HomeBlockName) => isWorkBlock(name) || name === 'attention'

const isWide = (name: HomeBlockName) => 'wide' in homeBlocks[name]

/** One wide block each, and what stands between them. */
function runsOf(names: readonly HomeBlockName[]): [HomeBlockName, ...HomeBlockName[]][] {
  const runs: [HomeBlockName, ...HomeBlockName[]][] = []
  for (const name of names) {
    const run = runs.at(-1)
    if (run === undefined || isWide(name) || isWide(run[0])) runs.push([name])
    else run.push(name)
  }
  return runs
}

/** A few lines at most, often none: beside others two of them share a place. */
const isShort = (name: HomeBlockName) => name === 'pinned' || name === 'recent'

/** The places of a run, each with one block, or with two short ones that follow each other. */
function placesOf(names: readonly HomeBlockName[]): HomeBlockName[][] {
  if (names.every(isShort)) return names.map(name => [name])
  const places: HomeBlockName[][] = []
  for (const name of names) {
    const last = places.at(-1)
    if (last?.every(isShort) && isShort(name)) last.push(name)
    else places.push([name])
  }
  return places
}

/** How wide each place of a run is, in twelfths, in a window of some width and in a wide one. */
function cardsOf(run: readonly HomeBlockName[]): { names: HomeBlockName[]; style: CSSProperties }[] {
  const places = placesOf(run)
  const mid = neighboursOf(linesOf(places.length, 2, places.length > 3 ? 3 : 2))
  const wide = neighboursOf(linesOf(places.length, 4))
  return places.map((names, at) => ({
    names,
    style: { '--mid': 12 / (mid[at] ?? 1), '--wide': 12 / (wide[at] ?? 1) } as CSSProperties,
  }))
}

function OverviewBlock({ name, overview, failed, onRetry }: Read & { name: HomeBlockName }): ReactNode {
  if (name === 'todos') return <Todos />
  if (name === 'recent') return <Recent />
  if (failed) return null
  if (name === 'figures') return <TodayFigures overview={overview} onRetry={onRetry} />
  if (name === 'pinned') return <Pinned overview={overview} onRetry={onRetry} />
  if (overview === undefined) return <DevicesSkeleton name={name} />
  const { devices } = overview
  if (devices === undefined) return <DevicesMissing onRetry={onRetry} />
  if (name === 'attention') return <Attention rows={devices.attention} />
  return (
    <div className={styles.stack}>
      <TodayHours hours={devices.hours} today={devices.today} />
      <Panel
        title={statesTitle}
        extra={<span className="ui-quiet">共 {number(countOf(devices.counts))} 台</span>}
      >
        <StateBar counts={devices.counts} />
      </Panel>
    </div>
  )
}

const statesTitle = '设备状态'

function DevicesMissing({ onRetry }: Pick<Read, 'onRetry'>) {
  return (
    <div className={`ui-panel ${styles.missing}`} role="alert">
      设备情况暂时读不出来
      <Button size="small" onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** The part about devices on its way. */
function DevicesSkeleton({ name }: { name: HomeBlockName }) {
  if (name === 'attention')
    return (
      <Panel title={attentionTitle}>
        <RowsSkeleton rows={6} />
      </Panel>
    )
  return (
    <div className={styles.stack}>
      <Panel title={hoursTitle}>
        <ChartSkeleton kind="bar" height={148} />
      </Panel>
      <Panel title={statesTitle}>
        <BlockSkeleton height={48} />
      </Panel>
    </div>
  )
}
