import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const outboxSections: Sections = {
  sendManagement: [{ name: 'outbox', title: '发件箱', content: lazyPage(() => import('./OutboxList.tsx')) }],
}
