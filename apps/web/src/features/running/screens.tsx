import type { Screen } from '../../app/screen.ts'
import { UnderConstruction } from '../../app/UnderConstruction.tsx'

export const runningScreens: readonly Screen[] = [
  {
    path: '/device/runningState',
    name: 'runningState',
    title: '运行状态',
    group: 'device',
    access: ['device:running'],
    page: UnderConstruction,
  },
]
