import { DashboardOutlined } from '@ant-design/icons'
import type { Screen } from './app/screens/screen.ts'
import { UnderConstruction } from './app/screens/UnderConstruction.tsx'

const page = UnderConstruction
const hidden = true

/** The data board, not built yet; second in the menu. */
export const plannedDashboard: readonly Screen[] = [
  { path: '/controlPanel', name: 'controlPanel', title: '数据看板', icon: DashboardOutlined, page },
  { path: '/addStudent', name: 'addStudent', title: '新增学员', hidden, under: 'controlPanel', page },
  { path: '/payStudent', name: 'payStudent', title: '付费学员', hidden, under: 'controlPanel', page },
  { path: '/rechargeMoney', name: 'rechargeMoney', title: '充值金额', hidden, under: 'controlPanel', page },
  {
    path: '/courseOrderLine',
    name: 'courseOrderLine',
    title: '课程订单趋势',
    hidden,
    under: 'controlPanel',
    page,
  },
  { path: '/incomeMoney', name: 'incomeMoney', title: '收入金额', hidden, under: 'controlPanel', page },
  { path: '/appUseAmount', name: 'appUseAmount', title: '应用使用次数', hidden, under: 'controlPanel', page },
  {
    path: '/coursePayAmount',
    name: 'coursePayAmount',
    title: '课程付费人数',
    hidden,
    under: 'controlPanel',
    page,
  },
  {
    path: '/courseUseAmount',
    name: 'courseUseAmount',
    title: '课程使用人数',
    hidden,
    under: 'controlPanel',
    page,
  },
]

/** Pages whose domains are not built yet. A domain that gets built takes its lines into its own `screens.tsx`. */
export const plannedScreens: readonly Screen[] = [
  {
    path: '/finacial/situation',
    name: 'situation',
    title: '财务概况',
    group: 'finacial',
    access: ['finance:home'],
    page,
  },
]
