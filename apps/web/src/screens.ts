import type { ExternalEntry, Screen } from './app/screens/screen.ts'
import { screenIndex } from './app/screens/screenIndex.ts'
import { dashboardScreens } from './features/board/dashboard/screens.tsx'
import { homeScreens } from './features/board/home/screens.tsx'
import { deviceScreens } from './features/devices/devices/screens.tsx'
import { deviceSections } from './features/devices/devices/sections.ts'
import { runningScreens } from './features/devices/running/screens.tsx'
import { teachingScreens } from './features/devices/teaching/screens.tsx'
import { approvalScreens } from './features/money/approvals/screens.tsx'
import { bankFilesSections } from './features/money/bankFiles/sections.ts'
import { billScreens } from './features/money/bills/screens.tsx'
import { billSections } from './features/money/bills/sections.ts'
import { channelStatementsSections } from './features/money/channelStatements/sections.ts'
import { contractsScreens } from './features/money/contracts/screens.tsx'
import { contractsSections } from './features/money/contracts/sections.ts'
import { financeOverviewScreens } from './features/money/financeOverview/screens.tsx'
import { monthEndSections } from './features/money/monthEnd/sections.ts'
import { orderScreens } from './features/money/orders/screens.tsx'
import { orderSections } from './features/money/orders/sections.ts'
import { messageScreens } from './features/notices/messages/screens.tsx'
import { noticeSections } from './features/notices/notices/sections.ts'
import { outboxSections } from './features/notices/outbox/sections.ts'
import { pushScreens } from './features/notices/pushes/screens.tsx'
import { apiKeySections } from './features/open/apiKeys/sections.ts'
import { openApiScreens } from './features/open/openApi/screens.tsx'
import { reportScheduleSections } from './features/open/reportSchedules/sections.ts'
import { robotSections } from './features/open/robots/sections.ts'
import { webhookSections } from './features/open/webhooks/sections.ts'
import { inspectionScreens } from './features/operations/inspections/screens.tsx'
import { opsFigureScreens } from './features/operations/opsFigures/screens.tsx'
import { opsSettingScreens } from './features/operations/opsSettings/screens.tsx'
import { opsStaffScreens } from './features/operations/opsStaff/screens.tsx'
import { workOrderScreens } from './features/operations/workOrders/screens.tsx'
import { workOrderSections } from './features/operations/workOrders/sections.ts'
import { enrolmentScreens } from './features/people/enrolment/screens.tsx'
import { enrolmentSections } from './features/people/enrolment/sections.ts'
import { feedbackSections } from './features/people/feedbacks/sections.ts'
import { memberScreens } from './features/people/members/screens.tsx'
import { memberSections } from './features/people/members/sections.ts'
import { roleScreens } from './features/people/roles/screens.tsx'
import { scoreSections } from './features/people/scores/sections.ts'
import { studentScreens } from './features/people/students/screens.tsx'
import { studentSections } from './features/people/students/sections.ts'
import { privacyScreens } from './features/privacy/privacyRequests/screens.tsx'
import { appScreens } from './features/schools/apps/screens.tsx'
import { courseScreens } from './features/schools/courses/screens.tsx'
import { courseSections } from './features/schools/courses/sections.ts'
import { organisationScreens } from './features/schools/organisations/screens.tsx'
import { organisationSections } from './features/schools/organisations/sections.ts'
import { clientErrorScreens } from './features/tools/clientErrors/screens.tsx'
import { demoScreens } from './features/tools/demo/screens.tsx'
import { operationLogScreens } from './features/tools/operationLog/screens.tsx'
import { operationLogSections } from './features/tools/operationLog/sections.ts'
import { factorSections } from './features/trust/factors/sections.ts'
import { securityPolicyScreens } from './features/trust/securityPolicy/screens.tsx'
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
  ...financeOverviewScreens,
  ...billScreens,
  ...approvalScreens,
  ...contractsScreens,
  ...orderScreens,
  ...studentScreens,
  ...roleScreens,
  ...memberScreens,
  ...pushScreens,
  ...securityPolicyScreens,
  ...privacyScreens,
  ...openApiScreens,
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
  studentSections,
  orderSections,
  enrolmentSections,
  courseSections,
  contractsSections,
  billSections,
  channelStatementsSections,
  monthEndSections,
  bankFilesSections,
  scoreSections,
  workOrderSections,
  feedbackSections,
  noticeSections,
  factorSections,
  apiKeySections,
  webhookSections,
  robotSections,
  reportScheduleSections,
  operationLogSections,
  outboxSections,
  memberSections,
]

/** Links of the menu that lead to other sites; none yet. */
const external: readonly ExternalEntry[] = []

export const screens = screenIndex(list, groups, external)
