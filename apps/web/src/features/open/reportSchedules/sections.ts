import { ClockCircleOutlined } from '@ant-design/icons'
import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const reportScheduleSections: Sections = {
  personalCentre: [
    {
      name: 'reportSchedules',
      title: '定时报表',
      icon: ClockCircleOutlined,
      content: lazyPage(() => import('./OwnSchedules.tsx')),
    },
  ],
  openApi: [
    { name: 'reportSchedules', title: '定时报表', content: lazyPage(() => import('./ScheduleList.tsx')) },
  ],
}
