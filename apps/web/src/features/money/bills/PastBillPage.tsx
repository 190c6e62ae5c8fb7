import { BillList } from './BillList.tsx'

/** 往期账单: every bill that was made. */
export default function PastBillPage() {
  return (
    <BillList
      name="pastBills"
      title="往期账单"
      empty={{ title: '还没有账单', hint: '每月出账日自动生成上月的账单，本期的金额见“本期账单”' }}
    />
  )
}
