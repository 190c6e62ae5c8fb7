import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const operationLogSections: Sections = {
  operationLog: [
    { name: 'security', title: '安全日志', content: lazyPage(() => import('./SecurityList.tsx')) },
  ],
}
