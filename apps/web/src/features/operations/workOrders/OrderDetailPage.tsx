import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { OrderDetail } from './OrderDetail.tsx'

/** 工单详情 of `?orderId=`. */
export default function OrderDetailPage() {
  return (
    <RecordPage kind="workOrder" name="orderId" what="工单" list="/operation/workOrder">
      {orderId => <OrderDetail key={orderId} orderId={orderId} />}
    </RecordPage>
  )
}
