import { businessDayOf } from '@drivesim/contract/businessDay'
import { id } from '@drivesim/contract/fields'
import { billMonth, monthWords } from '@drivesim/contract/money/bills/billShapes'
import { financeOverview } from '@drivesim/contract/money/financeOverview'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { download } from '../../../api/download.ts'
import { query } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { FileButtons } from '../../../ui/FileButtons.tsx'
import { MonthPicker } from '../../../ui/form/MonthPicker.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { linksOf, type OverviewFilter } from './links.ts'
import styles from './overview.module.css'
import { AgeingPanels, ChannelPanel, RankingPanel, TrendPanel, WaterfallPanel } from './Panels.tsx'
import { Statement } from './Statement.tsx'

/** 概况: the month's money at a glance. */
export function Overview() {
  const [filter, ask] = useMonthAndSchool()
  const { month, organId } = filter
  return (
    <div className="ui-page">
      <PageHead
        title={`${monthWords(month)}财务概况`}
        facts={<span>点击数字查看明细</span>}
        actions={
          <div className={styles.choice}>
            <MonthPicker
              innerLabel="月份"
              until={thisMonth()}
              value={month}
              onChange={picked => ask({ month: picked ?? thisMonth(), organId })}
            />
            <SchoolPicker
              aria-label="驾校"
              innerLabel="驾校"
              value={organId}
              onChange={picked => ask({ month, organId: picked })}
            />
            <FileButtons
              save={format =>
                download(
                  financeOverview.export,
                  { month, ...(organId !== undefined && { organId }), format },
                  `财务概况 ${month}.${format}`,
                )
              }
            />
          </div>
        }
      />
      <OverviewContent filter={filter} />
    </div>
  )
}

function OverviewContent({ filter }: { filter: OverviewFilter }) {
  const { month, organId } = filter
  const input = { month, ...(organId !== undefined && { organId }) }
  const found = useQuery({
    ...query(financeOverview.overview, input, { quiet: true }),
    placeholderData: kept => kept,
  })
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <PageSkeleton panels={[640, 280]} />
  const shown = { found: found.data, links: linksOf(filter) }
  return (
    <div className={found.isPlaceholderData ? 'ui-page ui-rows-old' : 'ui-page'}>
      <div className={styles.sheet}>
        <Statement month={month} {...shown} />
        <TrendPanel {...shown} />
        <div className="ui-page">
          <WaterfallPanel {...shown} />
          {shown.found.schools > 0 && <AgeingPanels {...shown} />}
        </div>
        <div className={styles.sales}>
          <RankingPanel {...shown} />
          <ChannelPanel {...shown} />
        </div>
      </div>
    </div>
  )
}

const thisMonth = () => businessDayOf(serverNow()).slice(0, 7)

/** Month and school as the address has them; this month and all where it says nothing that can be asked. */
function useMonthAndSchool(): [OverviewFilter, (next: OverviewFilter) => void] {
  const [search, setSearch] = useSearchParams()
  const month = billMonth.safeParse(search.get('month'))
  const organ = id.safeParse(search.get('organId'))
  const asked = {
    month: month.success && month.data <= thisMonth() ? month.data : thisMonth(),
    organId: organ.success ? organ.data : undefined,
  }
  const ask = ({ month, organId }: OverviewFilter) =>
    setSearch({
      ...(month !== thisMonth() && { month }),
      ...(organId !== undefined && { organId: String(organId) }),
    })
  return [asked, ask]
}
