import { accountModule } from './modules/account/routes.ts'
import { approvalsModule } from './modules/approvals/routes.ts'
import { appsModule } from './modules/apps/routes.ts'
import { areasModule } from './modules/areas/routes.ts'
import { billsModule } from './modules/bills/routes.ts'
import { channelsModule } from './modules/channels/routes.ts'
import { clientErrorsModule } from './modules/clientErrors/routes.ts'
import { coursesModule } from './modules/courses/routes.ts'
import { dashboardModule } from './modules/dashboard/routes.ts'
import { demoModule } from './modules/demo/live.ts'
import { devicesModule } from './modules/devices/routes.ts'
import { enrolmentModule } from './modules/enrolment/routes.ts'
import { exportsModule } from './modules/exports/routes.ts'
import { faultIntakeModule } from './modules/faultIntake/routes.ts'
import { faultReportsModule } from './modules/faultReports/routes.ts'
import { feedbacksModule } from './modules/feedbacks/routes.ts'
import { figuresModule } from './modules/figures/routes.ts'
import { filesModule } from './modules/files/routes.ts'
import { financeModule } from './modules/finance/routes.ts'
import { homeModule } from './modules/home/routes.ts'
import { inspectionsModule } from './modules/inspections/routes.ts'
import { jobsModule } from './modules/jobs/routes.ts'
import { ledgerModule } from './modules/ledger/routes.ts'
import { liveModule } from './modules/live/routes.ts'
import { membersModule } from './modules/members/routes.ts'
import { messagesModule } from './modules/messages/routes.ts'
import { noticesModule } from './modules/notices/routes.ts'
import { operationLogModule } from './modules/operationLog/routes.ts'
import { opsFiguresModule } from './modules/opsFigures/routes.ts'
import { opsSettingsModule } from './modules/opsSettings/routes.ts'
import { opsStaffModule } from './modules/opsStaff/routes.ts'
import { ordersModule } from './modules/orders/routes.ts'
import { organisationsModule } from './modules/organisations/routes.ts'
import { outboxModule } from './modules/outbox/routes.ts'
import { pushesModule } from './modules/pushes/routes.ts'
import { reconciliationModule } from './modules/reconciliation/routes.ts'
import { rolesModule } from './modules/roles/routes.ts'
import { runningModule } from './modules/running/routes.ts'
import { scoresModule } from './modules/scores/routes.ts'
import { searchModule } from './modules/search/routes.ts'
import { sessionModule } from './modules/session/routes.ts'
import { situationModule } from './modules/situation/routes.ts'
import { studentsModule } from './modules/students/routes.ts'
import { systemModule } from './modules/system/routes.ts'
import { teachingModule } from './modules/teaching/routes.ts'
import { telemetryModule } from './modules/telemetry/routes.ts'
import { viewsModule } from './modules/views/routes.ts'
import { vouchersModule } from './modules/vouchers/routes.ts'
import { workOrdersModule } from './modules/workOrders/routes.ts'
import type { Module } from './platform/module.ts'

/** The one list of the server's domains, in the order in which they start: after those whose rows they refer to. */
export const modules: readonly Module[] = [
  systemModule,
  areasModule,
  organisationsModule,
  rolesModule,
  membersModule,
  sessionModule,
  accountModule,
  filesModule,
  vouchersModule,
  approvalsModule,
  operationLogModule,
  clientErrorsModule,
  messagesModule,
  pushesModule,
  noticesModule,
  outboxModule,
  coursesModule,
  appsModule,
  scoresModule,
  studentsModule,
  feedbacksModule,
  devicesModule,
  enrolmentModule,
  ledgerModule,
  financeModule,
  teachingModule,
  dashboardModule,
  homeModule,
  runningModule,
  liveModule,
  telemetryModule,
  opsSettingsModule,
  opsStaffModule,
  workOrdersModule,
  jobsModule,
  exportsModule,
  viewsModule,
  searchModule,
  ordersModule,
  billsModule,
  channelsModule,
  inspectionsModule,
  faultReportsModule,
  opsFiguresModule,
  faultIntakeModule,
  reconciliationModule,
  situationModule,
  // counts what those before it write
  figuresModule,
  // the last to start and the first to stop: its devices need everything else
  demoModule,
]
