import type { ExternalEntry, Screen } from './app/screens/screen.ts'
import { screenIndex } from './app/screens/screenIndex.ts'
import { approvalScreens } from './features/approvals/screens.tsx'
import { appScreens } from './features/apps/screens.tsx'
import { billScreens } from './features/bills/screens.tsx'
import { billSections } from './features/bills/sections.ts'
import { clientErrorScreens } from './features/clientErrors/screens.tsx'
import { courseScreens } from './features/courses/screens.tsx'
import { courseSections } from './features/courses/sections.ts'
import { dashboardScreens } from './features/dashboard/screens.tsx'
import { demoScreens } from './features/demo/screens.tsx'
import { deviceScreens } from './features/devices/screens.tsx'
import { deviceSections } from './features/devices/sections.ts'
import { enrolmentScreens } from './features/enrolment/screens.tsx'
import { enrolmentSections } from './features/enrolment/sections.ts'
import { feedbackSections } from './features/feedbacks/sections.ts'
import { financeScreens } from './features/finance/screens.tsx'
import { financeSections } from './features/finance/sections.ts'
import { homeScreens } from './features/home/screens.tsx'
import { inspectionScreens } from './features/inspections/screens.tsx'
import { memberScreens } from './features/members/screens.tsx'
import { memberSections } from './features/members/sections.ts'
import { messageScreens } from './features/messages/screens.tsx'
import { noticeSections } from './features/notices/sections.ts'
import { operationLogScreens } from './features/operationLog/screens.tsx'
import { operationLogSections } from './features/operationLog/sections.ts'
import { opsFigureScreens } from './features/opsFigures/screens.tsx'
import { opsSettingScreens } from './features/opsSettings/screens.tsx'
import { opsStaffScreens } from './features/opsStaff/screens.tsx'
import { orderScreens } from './features/orders/screens.tsx'
import { orderSections } from './features/orders/sections.ts'
import { organisationScreens } from './features/organisations/screens.tsx'
import { organisationSections } from './features/organisations/sections.ts'
import { outboxSections } from './features/outbox/sections.ts'
import { pushScreens } from './features/pushes/screens.tsx'
import { reconciliationSections } from './features/reconciliation/sections.ts'
import { roleScreens } from './features/roles/screens.tsx'
import { runningScreens } from './features/running/screens.tsx'
import { scoreSections } from './features/scores/sections.ts'
import { situationScreens } from './features/situation/screens.tsx'
import { studentScreens } from './features/students/screens.tsx'
import { teachingScreens } from './features/teaching/screens.tsx'
import { workOrderScreens } from './features/workOrders/screens.tsx'
import { workOrderSections } from './features/workOrders/sections.ts'
import { groups } from './menuGroups.tsx'
import type { Sections } from './parts/sections.ts'
import { scannedScreens } from './scannedScreens.tsx'

/** The one list of pages, in the order of the menu. */
const list: readonly Screen[] = [
  ...homeScreens,
  ...dashboardScreens,
  ...deviceScreens,
  ...scannedScreens,
  ...runningScreens,
  ...teachingScreens,
  ...organisationScreens,
  ...enrolmentScreens,
  ...workOrderScreens,
  ...opsStaffScreens,
  ...inspectionScreens,
  ...opsFigureScreens,
  ...opsSettingScreens,
  ...situationScreens,
  ...billScreens,
  ...approvalScreens,
  ...financeScreens,
  ...orderScreens,
  ...studentScreens,
  ...roleScreens,
  ...memberScreens,
  ...pushScreens,
  ...operationLogScreens,
  ...clientErrorScreens,
  ...appScreens,
  ...courseScreens,
  ...messageScreens,
  ...demoScreens,
]

/** What domains bring to each other's pages, in the order of its tabs and sections. */
export const sections: readonly Sections[] = [
  organisationSections,
  deviceSections,
  enrolmentSections,
  courseSections,
  financeSections,
  billSections,
  orderSections,
  reconciliationSections,
  scoreSections,
  workOrderSections,
  feedbackSections,
  noticeSections,
  operationLogSections,
  outboxSections,
  memberSections,
]

/** Links of the menu that lead to other sites; none yet. */
const external: readonly ExternalEntry[] = []

export const screens = screenIndex(list, groups, external)
