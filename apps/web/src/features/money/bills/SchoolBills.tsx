import { BillList } from './BillList.tsx'

/** 账单 of one school. */
export default function SchoolBills({ schoolId }: { schoolId: number }) {
  return (
    <BillList
      name="schoolBills"
      title="账单"
      schoolId={schoolId}
      empty={{ title: '还没有账单', hint: '每月出账日自动生成上月的账单' }}
    />
  )
}
