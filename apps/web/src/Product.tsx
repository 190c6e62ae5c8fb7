import type { ReactNode } from 'react'
import { type Dialogs, DialogsContext } from './app/frame/dialogs.ts'
import { lazyPage } from './app/screens/lazyPage.ts'
import { ScreensContext } from './app/screens/screenIndex.ts'
import { SectionsContext } from './parts/sections.ts'
import { screens, sections } from './screens.ts'

const dialogs: Dialogs = {
  firstPassword: lazyPage(() => import('./features/account/FirstPassword.tsx')),
  jobs: lazyPage(() => import('./features/jobs/JobsDrawer.tsx')),
  personalCentre: lazyPage(() => import('./features/account/PersonalCentre.tsx')),
  systemMessages: lazyPage(() => import('./features/messages/SystemMessages.tsx')),
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
