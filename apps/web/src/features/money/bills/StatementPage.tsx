import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { Statement } from './Statement.tsx'

/** 对账单 of `?billId=`. */
export default function StatementPage() {
  return (
    <RecordPage kind="bill" name="billId" what="账单" list="/finacial/pastBill">
      {billId => <Statement billId={billId} />}
    </RecordPage>
  )
}
