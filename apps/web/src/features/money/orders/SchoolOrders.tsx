import { Segmented } from 'antd'
import { useState } from 'react'
import { CourseOrderList } from './CourseOrderList.tsx'
import { RechargeList } from './RechargeList.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

const kinds = { courses: '课程订单', recharges: '充值订单' } as const

/** 订单 of 驾校详情. */
export default function SchoolOrders({ schoolId }: { schoolId: number }) {
  const [kind, show] = useState<keyof typeof kinds>('courses')
  useLiveOrders()
  return (
    <div className="ui-tabs">
      <Segmented<keyof typeof kinds>
        aria-label="课程订单或充值订单"
        size="small"
        value={kind}
        options={[
          { value: 'courses', label: kinds.courses },
          { value: 'recharges', label: kinds.recharges },
        ]}
        onChange={show}
      />
      {kind === 'courses' ? <CourseOrderList ofOne={schoolId} /> : <RechargeList ofOne={schoolId} />}
    </div>
  )
}
