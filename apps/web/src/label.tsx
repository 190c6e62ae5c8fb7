import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import ReportPage from './features/operations/faultReports/ReportPage.tsx'
import './theme/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('label.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ReportPage />
  </StrictMode>,
)
