import { OrdersOf } from './orderLists.tsx'

/** 维修记录 of one school and its service points. */
export default function SchoolOrders({ schoolId }: { schoolId: number }) {
  return (
    <OrdersOf
      title="维修记录"
      fixed={{ organId: schoolId }}
      hiddenKeys={['organId', 'show']}
      empty={{ title: '没有维修记录', hint: '设备上报故障或报修后，工单会出现在这里' }}
    />
  )
}
