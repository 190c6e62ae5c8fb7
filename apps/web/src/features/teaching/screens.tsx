import type { Screen } from '../../app/screen.ts'
import { UnderConstruction } from '../../app/UnderConstruction.tsx'

export const teachingScreens: readonly Screen[] = [
  {
    path: '/device/teachDateDisplay',
    name: 'teachDateDisplay',
    title: '教学数据',
    group: 'device',
    access: ['device:teachData'],
    hidden: true,
    under: 'deviceManagement',
    identifies: ['simulatorId'],
    page: UnderConstruction,
  },
]
