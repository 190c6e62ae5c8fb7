import type { LogObject } from '@drivesim/contract/tools/operationLog/operationLog'
import { Link } from 'react-router'

/** Where rows of a table have a page of their own, or a drawer over their list. */
const pages: Readonly<Record<string, string>> = {
  simulator: '/device/deviceDetail?simulatorId=',
  student: '/student/studentDetail?userId=',
  bill: '/finacial/statement?billId=',
  member: '/system/memberDetail?userId=',
  role: '/system/roleDetail?roleId=',
  work_order: '/operation/orderDetail?orderId=',
  recharge_order: '/orderManage/rechargeOrder?orderId=',
  course_order: '/orderManage/courseOrder?orderId=',
}

/** What an entry is about, with the way to it where it has a page and is still there. */
export function LogObjectLink({ object: { table, what, rowId, name, removed } }: { object: LogObject }) {
  const page = removed ? undefined : pages[table]
  return (
    <span>
      <span className="ui-quiet">{what}</span>{' '}
      {page === undefined ? name : <Link to={`${page}${rowId}`}>{name}</Link>}
    </span>
  )
}
