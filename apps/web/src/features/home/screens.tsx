import { HomeOutlined } from '@ant-design/icons'
import type { Screen } from '../../app/screen.ts'
import { UnderConstruction } from '../../app/UnderConstruction.tsx'

export const homeScreens: readonly Screen[] = [
  { path: '/home', name: 'home', title: '首页', icon: HomeOutlined, page: UnderConstruction },
]
