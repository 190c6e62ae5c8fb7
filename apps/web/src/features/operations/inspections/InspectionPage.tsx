import { PageTabs } from '../../../ui/PageTabs.tsx'
import { StocktakeList } from './StocktakeList.tsx'
import { Visits } from './Visits.tsx'

/** 巡检盘点: what was visited day by day, and whether the devices stand where they should. */
export default function InspectionPage() {
  return (
    <PageTabs
      label="巡检盘点"
      tabs={[
        { name: 'visits', title: '巡检日程', content: <Visits /> },
        { name: 'stocktakes', title: '盘点', content: <StocktakeList /> },
      ]}
    />
  )
}
