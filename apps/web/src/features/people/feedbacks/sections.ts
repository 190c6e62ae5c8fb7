import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const feedbackSections: Sections = {
  apply: [
    { name: 'signUps', title: '报名', content: lazyPage(() => import('./SignUpList.tsx')) },
    { name: 'feedback', title: '意见反馈', content: lazyPage(() => import('./FeedbackList.tsx')) },
  ],
  studentDetail: [
    { name: 'feedback', title: '意见反馈', content: lazyPage(() => import('./StudentFeedback.tsx')) },
  ],
}
