import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { followOtherWindows, useSession } from './api/session.ts'
import { Guard, prefetchFirst } from './app/guard/Guard.tsx'
import { homePath } from './app/guard/paths.ts'
import { watchErrors } from './app/setup/clientErrors.ts'
import { keepLanguage } from './app/setup/language.ts'
import './theme/global.css'

watchErrors()
keepLanguage()
const { signedIn } = useSession.getState()
// Where `/` leads is known: the first page is not drawn for nothing before it.
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
        <BrowserRouter>
          <Guard />
        </BrowserRouter>
      </StrictMode>,
    ),
  ),
)
