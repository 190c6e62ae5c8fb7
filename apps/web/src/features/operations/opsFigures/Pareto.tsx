import {
  opsFigures,
  type ParetoKind,
  type ParetoRow,
  paretoKinds,
} from '@drivesim/contract/operations/opsFigures'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { money, number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { type FigureFilter, rateWords, submittedLink } from './figureFilter.ts'

const names = { component: 'componentKindId', faultType: 'faultTypeId', organ: 'organId' } as const
const isKind = (value: string): value is ParetoKind => Object.hasOwn(paretoKinds, value)
/** Bars that can be told apart. */
const mostBars = 10

/** 故障帕累托: what most failures are of, with its share and all before it. */
export function Pareto({ filter }: { filter: FigureFilter }) {
  const [by, setBy] = useState<ParetoKind>('component')
  const pareto = useQuery(query(opsFigures.pareto, { ...filter, by }, { quiet: true }))
  const rows = pareto.data ?? []
  const linkOf = (row: ParetoRow) =>
    submittedLink(filter, {
      countedAs: 'failure',
      [names[by]]: row.id,
      ...(by === 'organ' && { organAlone: 'yes' }),
    })
  const columns: readonly Column<ParetoRow>[] = [
    {
      key: 'name',
      title: paretoKinds[by],
      clip: 180,
      render: row => row.name,
    },
    {
      key: 'failures',
      title: '故障',
      numeric: true,
      render: row => <Link to={linkOf(row)}>{number(row.failures)}</Link>,
    },
    { key: 'share', title: '占比', numeric: true, render: row => rateWords(row.share) },
    { key: 'cumulative', title: '累计', numeric: true, render: row => rateWords(row.cumulative) },
    {
      key: 'cost',
      title: '费用',
      numeric: true,
      render: row => <Link to={linkOf(row)}>{money(row.cost)}</Link>,
    },
  ]
  return (
    <>
      <Chart
        title="故障帕累托"
        kind="ranking"
        axis={paretoKinds[by]}
        plot={
          pareto.data && {
            unit: '次',
            series: [
              {
                name: '故障',
                points: rows.slice(0, mostBars).map(row => ({ x: row.name, value: row.failures })),
              },
            ],
          }
        }
        error={pareto.error}
        onRetry={() => void pareto.refetch()}
        extra={
          <Segmented
            aria-label="分类"
            options={optionsOf(paretoKinds)}
            value={by}
            onChange={next => isKind(next) && setBy(next)}
          />
        }
        linkOf={name => {
          const row = rows.find(row => row.name === name)
          return row === undefined ? submittedLink(filter, { countedAs: 'failure' }) : linkOf(row)
        }}
      />
      <Panel title="故障构成">
        <RecordTable
          title="故障构成"
          rows={rows}
          rowKey={row => row.id}
          columns={columns}
          empty="所选时间内没有故障。"
        />
      </Panel>
    </>
  )
}
