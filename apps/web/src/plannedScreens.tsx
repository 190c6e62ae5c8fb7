import type { Screen } from './app/screens/screen.ts'
import { UnderConstruction } from './app/screens/UnderConstruction.tsx'

const page = UnderConstruction
const hidden = true

/** Pages whose domains are not built yet. A domain that gets built takes its lines into its own `screens.tsx`. */
export const plannedScreens: readonly Screen[] = [
  { path: '/operation/workOrder', name: 'workOrder', title: '工单管理', group: 'operation', page },
  {
    path: '/operation/orderDetail',
    name: 'orderDetail',
    title: '工单详情',
    group: 'operation',
    hidden,
    under: 'workOrder',
    identifies: ['orderId'],
    page,
  },
  {
    path: '/operation/operationMember',
    name: 'operationMember',
    title: '运维人员',
    group: 'operation',
    page,
  },
  {
    path: '/operation/opsMemberDetail',
    name: 'opsMemberDetail',
    title: '运维人员详情',
    group: 'operation',
    hidden,
    under: 'operationMember',
    identifies: ['userId'],
    page,
  },
  { path: '/operation/componentKind', name: 'componentKind', title: '部件类型', group: 'operation', page },
  { path: '/operation/faultType', name: 'faultType', title: '故障类型', group: 'operation', page },
  { path: '/operation/dealResult', name: 'dealResult', title: '处理结果', group: 'operation', page },
]
