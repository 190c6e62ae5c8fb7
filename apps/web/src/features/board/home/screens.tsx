import { HomeOutlined } from '@ant-design/icons'
import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Screen } from '../../../app/screens/screen.ts'

export const homeScreens: readonly Screen[] = [
  {
    path: '/home',
    name: 'home',
    title: '首页',
    icon: HomeOutlined,
    page: lazyPage(() => import('./HomePage.tsx')),
  },
]
