import { DashboardOutlined } from '@ant-design/icons'
import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

const board: Screen = {
  path: '/controlPanel',
  name: 'controlPanel',
  title: '数据看板',
  icon: DashboardOutlined,
  page: lazyPage(() => import('./BoardPage.tsx')),
}

const figurePage = lazyPage(() => import('./FigurePage.tsx'))
/** The page of a figure; which one, its path says (`boardFigures`). */
const ofFigure = (name: string, title: string): Screen => ({
  path: `/${name}`,
  name,
  title,
  hidden: true,
  under: board.name,
  // 名单
  personal: true,
  page: figurePage,
})

export const dashboardScreens: readonly Screen[] = [
  board,
  {
    path: '/schoolComparison',
    name: 'schoolComparison',
    title: '驾校对比',
    hidden: true,
    under: board.name,
    page: lazyPage(() => import('./ComparePage.tsx')),
  },
  ofFigure('addStudent', '新增学员'),
  ofFigure('payStudent', '付费学员'),
  ofFigure('rechargeMoney', '充值金额'),
  ofFigure('courseOrderLine', '课程订单趋势'),
  ofFigure('incomeMoney', '收入金额'),
  ofFigure('appUseAmount', '应用使用次数'),
  ofFigure('coursePayAmount', '课程付费人数'),
  ofFigure('courseUseAmount', '课程使用人数'),
]
