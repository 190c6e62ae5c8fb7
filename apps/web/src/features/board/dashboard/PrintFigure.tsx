import { PrinterOutlined } from '@ant-design/icons'
import { type BoardFigure, boardFigures, boardViews } from '@drivesim/contract/board/dashboard/boardFigures'
import { dashboard } from '@drivesim/contract/board/dashboard/dashboard'
import type { DetailRow } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { call } from '../../../api/call.ts'
import { inWords } from '../../../parts/figureWords.ts'
import { ChartDrawing } from '../../../ui/chart/ChartDrawing.tsx'
import { hasValues } from '../../../ui/chart/types.ts'
import { dateTime } from '../../../ui/format.ts'
import { PrintSheet } from '../../../ui/PrintSheet.tsx'
import styles from './figure.module.css'
import { detailInput } from './reads.ts'
import { type Detail, headsOf, writtenRows } from './tableRows.ts'
import { usePlace } from './usePlace.ts'
import type { View } from './view.ts'
import { wholeTable } from './wholeTable.ts'
import { comparedInWords, daysInWords, trendPlot } from './words.ts'

interface Props {
  view: View
  figure: BoardFigure
  detail: Detail
}

/** 打印: the figure, its chart and the whole table, which is read for it. A list of people is not put on paper, its days are. */
export function PrintFigure({ view, figure, detail }: Props) {
  const [printed, setPrinted] = useState<{ detail: Detail; rows: DetailRow[] } | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    // A failure was shown already.
    setPrinted(await wholeTable(page(view, figure)).catch(() => null))
    setBusy(false)
  }
  return (
    <>
      <Button icon={<PrinterOutlined />} loading={busy} onClick={begin}>
        打印
      </Button>
      {printed !== null && (
        <Sheet {...printed} view={view} key={detail.asOf} onPrinted={() => setPrinted(null)} />
      )}
    </>
  )
}

/** A page of the table, as long as it may be. */
const page = (view: View, figure: BoardFigure) => (pageNum: number) =>
  call(dashboard.detail, { ...detailInput(view, figure, pageNum), pageSize: 100 })

interface SheetProps {
  detail: Detail
  rows: DetailRow[]
  view: View
  onPrinted: () => void
}

/** As wide as A4 lying, less its margins. Pixels. */
const drawing = { width: 1040, height: 260 }

function Sheet({ detail, rows, view, onPrinted }: SheetProps) {
  const plot = useMemo(() => trendPlot(detail.trend, detail.basis.words), [detail])
  const drawn = hasValues(plot, 'bar')
  const [ready, setReady] = useState(!drawn)
  const paper = useMemo(() => ({ ...drawing, onDrawn: () => setReady(true) }), [])
  const printed = useEffectEvent(onPrinted)
  // Once, however often the page behind is rendered: where print() does not wait (iOS, Android) it would ask again.
  useEffect(() => {
    if (!ready) return
    const done = () => printed()
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [ready])
  const { by: table } = detailInput(view, detail.figure.key)
  const place = usePlace(view)
  const { label, unit } = boardFigures[detail.figure.key]
  const heads = headsOf(detail, table)
  return (
    <PrintSheet className="figure-print" paper="A4-landscape">
      <article className={styles.sheet}>
        <h1>
          {label} {inWords(unit, detail.figure.value)}
        </h1>
        <p>
          {[
            daysInWords(view),
            ...place,
            `按${boardViews[table]}`,
            comparedInWords(detail.basis, detail.figure),
            `数据截至 ${dateTime(detail.asOf)}`,
          ].join('　')}
        </p>
        {drawn && (
          <div className={styles.drawing} style={drawing}>
            <ChartDrawing plot={plot} kind="line" theme="light" paper={paper} />
          </div>
        )}
        <table>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {writtenRows(detail, table, rows).map(row => (
              <tr key={row.key} className={row.of === null ? styles.sum : undefined}>
                <td>{row.partial ? `${row.name}（不完整）` : row.name}</td>
                {row.cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells follow the heads
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </article>
    </PrintSheet>
  )
}
