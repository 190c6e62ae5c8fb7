import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

const access = ['device:simulator'] as const

export const deviceSections: Sections = {
  schoolDetail: [
    { name: 'devices', title: '设备', access, content: lazyPage(() => import('./SchoolDevices.tsx')) },
    { name: 'use', title: '训练', access, content: lazyPage(() => import('./SchoolUse.tsx')) },
  ],
}
