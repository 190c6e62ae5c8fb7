import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { followOtherWindows } from './api/session.ts'
import { watchErrors } from './app/clientErrors.ts'
import { Guard, prefetchFirst } from './app/Guard.tsx'
import { keepLanguage } from './app/language.ts'
import './theme/global.css'

watchErrors()
keepLanguage()
const firstCode = prefetchFirst()
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
