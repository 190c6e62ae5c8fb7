import { HomeOutlined } from '@ant-design/icons'
import { lazyPage } from '../../app/lazyPage.ts'
import type { Screen } from '../../app/screen.ts'

export const homeScreens: readonly Screen[] = [
  {
    path: '/home',
    name: 'home',
    title: '首页',
    icon: HomeOutlined,
    page: lazyPage(() => import('./HomePage.tsx')),
  },
]
