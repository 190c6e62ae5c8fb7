import { SafetyOutlined } from '@ant-design/icons'
import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const factorSections: Sections = {
  personalCentre: [
    {
      name: 'security',
      title: '账号安全',
      icon: SafetyOutlined,
      content: lazyPage(() => import('./AccountSecurity.tsx')),
    },
  ],
}
