import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const robotSections: Sections = {
  openApi: [{ name: 'robots', title: '群机器人', content: lazyPage(() => import('./RobotList.tsx')) }],
  sendManagement: [
    {
      name: 'robotMessages',
      title: '群消息',
      access: ['system:open'],
      content: lazyPage(() => import('./RobotMessageList.tsx')),
    },
  ],
}
