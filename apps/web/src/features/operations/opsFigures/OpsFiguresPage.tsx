import { useSearchParams } from 'react-router'
import { asNumber } from '../../../parts/numbers.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { RangePicker, useDayRange } from '../../../ui/form/RangePicker.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Backlog } from './Backlog.tsx'
import { ByOrgan } from './ByOrgan.tsx'
import styles from './figures.module.css'
import { Pareto } from './Pareto.tsx'
import { Summary, Trend } from './Summary.tsx'

/** 运维分析: how often things break, how long it takes, what it costs, and what waits. */
export default function OpsFiguresPage() {
  const [range, setRange] = useDayRange(30)
  const [search, setSearch] = useSearchParams()
  const organId = asNumber(search.get('organId') ?? undefined)
  const chooseOrgan = (next: number | undefined) => {
    const params = new URLSearchParams(search)
    if (next === undefined) params.delete('organId')
    else params.set('organId', String(next))
    setSearch(params)
  }
  const filter = { organId, beginDate: range.from, endDate: range.to }
  return (
    <div className="ui-page">
      <PageHead
        title="运维分析"
        facts={<span>点开数字，就是它所计的工单</span>}
        actions={
          <>
            <div className={styles.organ}>
              <OrganisationPicker
                aria-label="机构"
                innerLabel="机构"
                value={organId}
                onChange={chooseOrgan}
              />
            </div>
            <RangePicker value={range} onChange={setRange} />
          </>
        }
      />
      <Summary filter={filter} />
      <div className="ui-columns">
        <Trend filter={filter} />
        <Backlog organId={organId} />
        <Pareto filter={filter} />
      </div>
      <ByOrgan filter={filter} />
    </div>
  )
}
