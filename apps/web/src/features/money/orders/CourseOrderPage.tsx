import { CourseOrderList } from './CourseOrderList.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

/** 课程订单. */
export default function CourseOrderPage() {
  useLiveOrders()
  return <CourseOrderList />
}
