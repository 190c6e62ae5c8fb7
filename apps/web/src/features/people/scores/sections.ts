import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const scoreSections: Sections = {
  studentDetail: [
    { name: 'scores', title: '成绩', content: lazyPage(() => import('./Training.tsx')) },
    { name: 'sessions', title: '训练记录', content: lazyPage(() => import('./Sessions.tsx')) },
  ],
}
