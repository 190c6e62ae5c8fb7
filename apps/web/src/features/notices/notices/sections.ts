import { BellOutlined } from '@ant-design/icons'
import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const noticeSections: Sections = {
  personalCentre: [
    {
      name: 'notices',
      title: '通知选项配置',
      icon: BellOutlined,
      content: lazyPage(() => import('./NoticeSettings.tsx')),
    },
  ],
}
