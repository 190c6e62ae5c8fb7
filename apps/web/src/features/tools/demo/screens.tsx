import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const demoScreens: readonly Screen[] = [
  {
    path: '/test',
    name: 'test',
    title: '测试页',
    hidden: true,
    trial: true,
    page: lazyPage(() => import('./TestPage.tsx')),
  },
  {
    path: '/argu/params/:id',
    name: 'params',
    title: '动态路由参数',
    hidden: true,
    trial: true,
    page: lazyPage(() => import('./ParamsPage.tsx')),
  },
  {
    path: '/argu/query',
    name: 'query',
    title: '带参路由',
    hidden: true,
    trial: true,
    identifies: ['id'],
    page: lazyPage(() => import('./QueryPage.tsx')),
  },
]
