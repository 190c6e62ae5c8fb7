import type { ReactNode } from 'react'
import { type Dialogs, DialogsContext } from './app/frame/dialogs.ts'
import { lazyPage } from './app/screens/lazyPage.ts'
import { ScreensContext } from './app/screens/screenIndex.ts'
import { SectionsContext } from './parts/sections.ts'
import { screens, sections } from './screens.ts'
import { lazyPart } from './ui/LazyPart.tsx'

const dialogs: Dialogs = {
  firstFactor: lazyPart(() => import('./features/trust/factors/FirstFactor.tsx')),
  firstPassword: lazyPage(() => import('./features/people/account/FirstPassword.tsx')),
  jobs: lazyPart(() => import('./features/tools/jobs/JobsDrawer.tsx')),
  personalCentre: lazyPart(() => import('./features/people/account/PersonalCentre.tsx')),
  proof: lazyPart(() => import('./features/trust/factors/ProofDialog.tsx')),
  readingReason: lazyPart(() => import('./features/people/account/ReadingReason.tsx')),
  schedule: lazyPart(() => import('./features/open/reportSchedules/ScheduleFile.tsx')),
  systemMessages: lazyPart(() => import('./features/notices/messages/SystemMessages.tsx')),
}

/** Hands the features in to app/ and to each other's pages, which import none of them. */
export function Product({ children }: { children: ReactNode }) {
  return (
    <ScreensContext value={screens}>
      <SectionsContext value={sections}>
        <DialogsContext value={dialogs}>{children}</DialogsContext>
      </SectionsContext>
    </ScreensContext>
  )
}
