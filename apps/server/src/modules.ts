import { dashboardModule } from './modules/board/dashboard/routes.ts'
import { figuresModule } from './modules/board/figures/routes.ts'
import { homeModule } from './modules/board/home/routes.ts'
import { devicesModule } from './modules/devices/devices/routes.ts'
import { runningModule } from './modules/devices/running/routes.ts'
import { teachingModule } from './modules/devices/teaching/routes.ts'
import { telemetryModule } from './modules/devices/telemetry/routes.ts'
import { approvalsModule } from './modules/money/approvals/routes.ts'
import { bankFilesModule } from './modules/money/bankFiles/routes.ts'
import { billsModule } from './modules/money/bills/routes.ts'
import { channelStatementsModule } from './modules/money/channelStatements/routes.ts'
import { channelsModule } from './modules/money/channels/routes.ts'
import { contractsModule } from './modules/money/contracts/routes.ts'
import { financeOverviewModule } from './modules/money/financeOverview/routes.ts'
import { ledgerModule } from './modules/money/ledger/routes.ts'
import { monthEndModule } from './modules/money/monthEnd/routes.ts'
import { ordersModule } from './modules/money/orders/routes.ts'
import { vouchersModule } from './modules/money/vouchers/routes.ts'
import { messagesModule } from './modules/notices/messages/routes.ts'
import { noticesModule } from './modules/notices/notices/routes.ts'
import { outboxModule } from './modules/notices/outbox/routes.ts'
import { pushesModule } from './modules/notices/pushes/routes.ts'
import { apiKeysModule } from './modules/open/apiKeys/routes.ts'
import { eventsModule } from './modules/open/events/routes.ts'
import { reportSchedulesModule } from './modules/open/reportSchedules/routes.ts'
import { robotsModule } from './modules/open/robots/routes.ts'
import { webhooksModule } from './modules/open/webhooks/routes.ts'
import { faultIntakeModule } from './modules/operations/faultIntake/routes.ts'
import { faultReportsModule } from './modules/operations/faultReports/routes.ts'
import { inspectionsModule } from './modules/operations/inspections/routes.ts'
import { opsFiguresModule } from './modules/operations/opsFigures/routes.ts'
import { opsSettingsModule } from './modules/operations/opsSettings/routes.ts'
import { opsStaffModule } from './modules/operations/opsStaff/routes.ts'
import { workOrdersModule } from './modules/operations/workOrders/routes.ts'
import { accountModule } from './modules/people/account/routes.ts'
import { enrolmentModule } from './modules/people/enrolment/routes.ts'
import { feedbacksModule } from './modules/people/feedbacks/routes.ts'
import { membersModule } from './modules/people/members/routes.ts'
import { rolesModule } from './modules/people/roles/routes.ts'
import { scoresModule } from './modules/people/scores/routes.ts'
import { sessionModule } from './modules/people/session/routes.ts'
import { studentsModule } from './modules/people/students/routes.ts'
import { consentsModule } from './modules/privacy/consents/routes.ts'
import { personsModule } from './modules/privacy/persons/routes.ts'
import { privacyNoticesModule } from './modules/privacy/privacyNotices/routes.ts'
import { privacyRequestsModule } from './modules/privacy/privacyRequests/routes.ts'
import { processingModule } from './modules/privacy/processing/routes.ts'
import { retentionModule } from './modules/privacy/retention/routes.ts'
import { appsModule } from './modules/schools/apps/routes.ts'
import { areasModule } from './modules/schools/areas/routes.ts'
import { coursesModule } from './modules/schools/courses/routes.ts'
import { organisationsModule } from './modules/schools/organisations/routes.ts'
import { archiveModule } from './modules/tools/archive/routes.ts'
import { attachmentsModule } from './modules/tools/attachments/routes.ts'
import { clientErrorsModule } from './modules/tools/clientErrors/routes.ts'
import { commentsModule } from './modules/tools/comments/routes.ts'
import { demoModule } from './modules/tools/demo/live.ts'
import { exportsModule } from './modules/tools/exports/routes.ts'
import { filesModule } from './modules/tools/files/routes.ts'
import { guideModule } from './modules/tools/guide/routes.ts'
import { jobsModule } from './modules/tools/jobs/routes.ts'
import { keysModule } from './modules/tools/keys/routes.ts'
import { liveModule } from './modules/tools/live/routes.ts'
import { logChainModule } from './modules/tools/logChain/routes.ts'
import { operationLogModule } from './modules/tools/operationLog/routes.ts'
import { pinsModule } from './modules/tools/pins/routes.ts'
import { searchModule } from './modules/tools/search/routes.ts'
import { systemModule } from './modules/tools/system/routes.ts'
import { viewsModule } from './modules/tools/views/routes.ts'
import { contactsModule } from './modules/trust/contacts/routes.ts'
import { factorResetsModule } from './modules/trust/factorResets/routes.ts'
import { factorsModule } from './modules/trust/factors/routes.ts'
import { passwordResetsModule } from './modules/trust/passwordResets/routes.ts'
import { secondStepsModule } from './modules/trust/secondSteps/routes.ts'
import { securityPolicyModule } from './modules/trust/securityPolicy/routes.ts'
import { singleSignOnModule } from './modules/trust/singleSignOn/routes.ts'
import type { Module } from './platform/module.ts'

/** The one list of the server's domains, in the order of their start: each after the domains that its rows refer to. */
export const modules: readonly Module[] = [
  eventsModule,
  systemModule,
  keysModule,
  areasModule,
  organisationsModule,
  rolesModule,
  membersModule,
  sessionModule,
  accountModule,
  secondStepsModule,
  factorsModule,
  factorResetsModule,
  apiKeysModule,
  securityPolicyModule,
  singleSignOnModule,
  contactsModule,
  passwordResetsModule,
  filesModule,
  vouchersModule,
  approvalsModule,
  operationLogModule,
  logChainModule,
  clientErrorsModule,
  messagesModule,
  pushesModule,
  noticesModule,
  outboxModule,
  webhooksModule,
  robotsModule,
  coursesModule,
  appsModule,
  scoresModule,
  studentsModule,
  feedbacksModule,
  privacyNoticesModule,
  consentsModule,
  privacyRequestsModule,
  personsModule,
  processingModule,
  retentionModule,
  devicesModule,
  enrolmentModule,
  ledgerModule,
  contractsModule,
  teachingModule,
  dashboardModule,
  homeModule,
  runningModule,
  liveModule,
  telemetryModule,
  archiveModule,
  opsSettingsModule,
  opsStaffModule,
  workOrdersModule,
  commentsModule,
  attachmentsModule,
  jobsModule,
  exportsModule,
  pinsModule,
  guideModule,
  viewsModule,
  searchModule,
  ordersModule,
  billsModule,
  channelsModule,
  inspectionsModule,
  faultReportsModule,
  opsFiguresModule,
  faultIntakeModule,
  channelStatementsModule,
  financeOverviewModule,
  monthEndModule,
  bankFilesModule,
  reportSchedulesModule,
  // counts what those before it write
  figuresModule,
  // the last to start and the first to stop: its devices need everything else
  demoModule,
]
