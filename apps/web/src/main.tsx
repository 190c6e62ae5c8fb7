import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { handOverAnswer } from './api/provider.ts'
import { followOtherWindows, useSession } from './api/session.ts'
import { Guard } from './app/guard/Guard.tsx'
import { homePath, isLabelPath, wantedPath } from './app/guard/paths.ts'
import { WindowRouter } from './app/guard/WindowRouter.tsx'
import { lazyPage } from './app/screens/lazyPage.ts'
import { keepDroppedFiles } from './app/setup/droppedFiles.ts'
import { watchErrors } from './app/setup/errorReports.ts'
import { watchGoing } from './app/setup/goingByKeys.ts'
import { keepLanguage } from './app/setup/language.ts'
import { watchStyles } from './ui/missedStyles.ts'
import './theme/base.css'
import './theme/global.css'
import './theme/print.css'

const LoginPage = lazyPage(() => import('./features/people/session/LoginPage.tsx'))
const ReportPage = lazyPage(() => import('./features/operations/faultReports/ReportPage.tsx'))
/** Settled once the first calls are on their way, or have their answers from the page: what is rendered before asks anew. */
let asked: Promise<unknown> = Promise.resolve()
/** Its code arrives together with the code of the page inside: both appear at once. */
const SignedIn = lazyPage(async () => {
  await firstCallsCode()
  await inTurn(() => import('./ui/DraggableModal.tsx'))
  await inTurn(() => import('./app/frame/UserArea.tsx'))
  const signedIn = await import('./SignedIn.tsx')
  await Promise.all([signedIn.prefetchPage(wantedPath()), asked])
  return signedIn
})

async function firstCallsCode() {
  await inTurn(() => import('./api/me.ts'))
  return inTurn(() => import('./speed/firstCalls.ts'))
}

/**
 * Code that is evaluated in a task of its own. All of the shell at once takes a slow processor a quarter of a second, and the
 * page does not answer meanwhile. Between its parts, in the order of `shellParts` (earlyFiles.ts), the page answers.
 */
async function inTurn<T>(load: () => Promise<T>): Promise<T> {
  const code = await load()
  await new Promise(resolve => setTimeout(resolve))
  return code
}

/** Fetches what this visit shows first, before React has rendered anything; settles in any case. */
async function prefetchFirst(signedIn: boolean): Promise<void> {
  if (!signedIn) return isLabelPath(location.pathname) ? ReportPage.prefetch() : LoginPage.prefetch()
  asked = firstCallsCode()
    .then(({ askFirst }) => askFirst())
    // What is not asked early is asked later.
    .catch(() => undefined)
  await SignedIn.prefetch()
}

function begin(): void {
  if (handOverAnswer(show)) return
  show()
}

function show(): void {
  watchErrors()
  watchStyles()
  keepLanguage()
  keepDroppedFiles()
  watchGoing()
  const { signedIn } = useSession.getState()
  // Where `/` leads is known: the first page is not rendered for nothing before it.
  if (signedIn && location.pathname === '/') history.replaceState(null, '', homePath)
  const firstCode = prefetchFirst(signedIn)
  followOtherWindows()

  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  // Nothing says that something waits before it waits noticeably.
  void Promise.race([firstCode, new Promise(resolve => setTimeout(resolve, 300))]).then(() =>
    // As a transition it is rendered in slices: the page answers while it is made.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <WindowRouter>
            <Guard loginPage={LoginPage} labelPage={ReportPage} shell={SignedIn} />
          </WindowRouter>
        </StrictMode>,
      ),
    ),
  )
}

// The page says to browsers that are too old that they are (index.html).
if (!document.documentElement.hasAttribute('data-too-old')) begin()
