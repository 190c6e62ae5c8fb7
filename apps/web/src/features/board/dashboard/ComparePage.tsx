import { isRangePreset, rangePresetNames, rangePresets } from '@drivesim/contract/board/dashboard/boardDates'
import {
  type BoardFigure,
  boardFigureKeys,
  boardFigures,
} from '@drivesim/contract/board/dashboard/boardFigures'
import type { FigureCard } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { query } from '../../../api/query.ts'
import { exactFigure } from '../../../parts/figureWords.ts'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { changeFrom } from '../../../ui/format.ts'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import styles from './compare.module.css'
import { useOverview } from './reads.ts'
import { useView } from './useView.ts'
import { pageOf, type View } from './view.ts'
import { daysInWords, trendPlot } from './words.ts'

/** 驾校对比: the same figures of two schools side by side, what lies between them, and their courses over each other. */
export default function ComparePage() {
  const schools = useQuery(query(organisations.schools, {}))
  if (schools.error !== null)
    return <ErrorState error={schools.error} onRetry={() => void schools.refetch()} />
  if (schools.data === undefined) return <BlockSkeleton height={320} />
  if (schools.data.length < 2)
    return <EmptyState title="只有一所驾校，没有可对比的" hint="管理两所以上驾校的账号可以对比" />
  return (
    <Comparison names={new Map(schools.data.map(({ organizationId, name }) => [organizationId, name]))} />
  )
}

type Names = ReadonlyMap<number, string>

/** Both schools as the address has them; the first two where it says nothing. */
function useSides(names: Names) {
  const [view] = useView()
  const [search, setSearch] = useSearchParams()
  const [first = 0, second = 0] = names.keys()
  const asked = (name: string) => {
    const id = Number(search.get(name))
    return names.has(id) ? id : undefined
  }
  const one = asked('one') ?? (asked('other') === first ? second : first)
  const other = asked('other') ?? (one === second ? first : second)
  const change = (changes: Readonly<Record<string, string>>) => {
    const all = Object.entries({ ...Object.fromEntries(search), ...changes })
    setSearch(new URLSearchParams(all.filter(([, value]) => value !== '')))
  }
  return { view, one, other, change }
}

function Comparison({ names }: { names: Names }) {
  const { view, one, other, change } = useSides(names)
  const sideOf = (organId: number): View => ({ ...view, organId, compare: 'none', area: undefined })
  const [left, right] = [sideOf(one), sideOf(other)]
  const reads = [useOverview(left), useOverview(right)] as const
  const error = reads[0].error ?? reads[1].error
  const [first, second] = [reads[0].data, reads[1].data]
  const retry = () => {
    for (const read of reads) void read.refetch()
  }
  const nameOf = (organId: number) => names.get(organId) ?? ''
  const sides = { left, right, leftName: nameOf(one), rightName: nameOf(other) }
  return (
    <div className="ui-page">
      <PageHead
        title="驾校对比"
        facts={<span>{daysInWords(view)}</span>}
        actions={
          <div className={styles.choice}>
            <Select
              aria-label="日期范围"
              value={view.preset ?? 'own'}
              options={[
                ...rangePresetNames.map(name => ({ value: name as string, label: rangePresets[name].label })),
                ...(view.preset === null ? [{ value: 'own', label: '自选日期' }] : []),
              ]}
              onChange={range => isRangePreset(range) && change({ range, beginDate: '', endDate: '' })}
            />
            <SchoolPicker
              aria-label="甲方驾校"
              innerLabel="甲"
              except={other}
              value={one}
              onChange={id => id !== undefined && change({ one: String(id), other: String(other) })}
            />
            <SchoolPicker
              aria-label="乙方驾校"
              innerLabel="乙"
              except={one}
              value={other}
              onChange={id => id !== undefined && change({ one: String(one), other: String(id) })}
            />
          </div>
        }
      />
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {error === null && (first === undefined || second === undefined) && <BlockSkeleton height={420} />}
      {error === null && first !== undefined && second !== undefined && (
        <>
          <FigureRows {...sides} first={first.figures} second={second.figures} />
          <Chart
            title={`趋势 · ${boardFigures[first.trend.figure].label}`}
            kind="line"
            axis="日期"
            plot={{
              ...trendPlot(first.trend, ''),
              series: [
                { ...lineOf(first.trend), name: sides.leftName },
                { ...lineOf(second.trend), name: sides.rightName },
              ],
            }}
            error={null}
            onRetry={retry}
            height={280}
            extra={
              <Select
                aria-label="指标"
                size="small"
                popupMatchSelectWidth={false}
                value={view.figure}
                options={boardFigureKeys.map(value => ({ value, label: boardFigures[value].label }))}
                onChange={(figure: BoardFigure) => change({ figure })}
              />
            }
          />
        </>
      )}
    </div>
  )
}

const lineOf = (trend: Parameters<typeof trendPlot>[0]) => {
  const [line] = trendPlot(trend, '').series
  return { points: line?.points ?? [] }
}

interface RowsProps {
  left: View
  right: View
  leftName: string
  rightName: string
  first: readonly FigureCard[]
  second: readonly FigureCard[]
}

function FigureRows({ left, right, leftName, rightName, first, second }: RowsProps) {
  const others = new Map(second.map(figure => [figure.key, figure.value]))
  return (
    <Panel title="指标对比">
      <div className={styles.scroll}>
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">指标</th>
              <th scope="col">{leftName}</th>
              <th scope="col">{rightName}</th>
              <th scope="col">相差</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ key, value }) => {
              const { label, unit } = boardFigures[key]
              const other = others.get(key) ?? 0
              return (
                <tr key={key}>
                  <th scope="row">
                    {label}
                    {unit !== 'fen' && <span className="ui-quiet">（{unit}）</span>}
                  </th>
                  <td>
                    <Link to={pageOf(key, left)}>{exactFigure(unit, value)}</Link>
                  </td>
                  <td>
                    <Link to={pageOf(key, right)}>{exactFigure(unit, other)}</Link>
                  </td>
                  <td>
                    {differenceInWords(value - other, exactFigure(unit, Math.abs(value - other)), other)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** How much the first has more or less than the second; the share where there is something to compare with. */
function differenceInWords(difference: number, amount: string, other: number): string {
  if (difference === 0) return '相同'
  const share = other === 0 ? '' : `（${changeFrom(other, other + difference).figure}）`
  return `甲${difference > 0 ? '多' : '少'} ${amount}${share}`
}
