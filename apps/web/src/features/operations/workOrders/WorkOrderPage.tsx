import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../../ui/Can.tsx'
import { PageTabs } from '../../../ui/PageTabs.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { Kanban } from './Kanban.tsx'
import { MyOrders } from './MyOrders.tsx'
import { useLiveWorkOrders } from './useLiveWorkOrders.ts'
import { WorkOrderList } from './WorkOrderList.tsx'

/** 工单管理: as a list, as a kanban, and one's own by place, with which a technician begins on the phone. */
export default function WorkOrderPage() {
  useLiveWorkOrders()
  const narrow = useNarrow()
  const handles = useCan('ops:handle')
  const [search] = useSearchParams()
  // A link with filters opens the list, which also stays when the filters are cleared.
  const [listed, setListed] = useState(false)
  if (!listed && [...search.keys()].some(key => key !== 'tab')) setListed(true)
  const begins = narrow && handles && !listed ? 'mine' : 'list'
  return (
    <PageTabs
      label="工单"
      begins={begins}
      tabs={[
        { name: 'list', title: '列表', content: <WorkOrderList /> },
        { name: 'board', title: '看板', content: <Kanban /> },
        ...(handles ? [{ name: 'mine', title: '我的', content: <MyOrders /> }] : []),
      ]}
    />
  )
}
