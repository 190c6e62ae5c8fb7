import { account, accountErrors } from './account.ts'
import { appErrors } from './appShapes.ts'
import { apps } from './apps.ts'
import { areas } from './areas.ts'
import { billErrors } from './billShapes.ts'
import { bills } from './bills.ts'
import { channels } from './channels.ts'
import { clientErrors } from './clientErrors.ts'
import { courseErrors, courses } from './courses.ts'
import { dashboard } from './dashboard.ts'
import { deviceErrors } from './deviceShapes.ts'
import { devices } from './devices.ts'
import type { Endpoint } from './endpoint.ts'
import { enrolment } from './enrolment.ts'
import { enrolmentErrors } from './enrolmentShapes.ts'
import { commonErrors } from './errors.ts'
import { exportErrors, exportFiles } from './exports.ts'
import { faultReportErrors, faultReports } from './faultReports.ts'
import { feedbacks } from './feedbacks.ts'
import { fileErrors, files } from './files.ts'
import { finance } from './finance.ts'
import { financeErrors } from './financeShapes.ts'
import { home } from './home.ts'
import { inspectionErrors } from './inspectionShapes.ts'
import { inspections } from './inspections.ts'
import { jobErrors, jobs } from './jobs.ts'
import { live, liveErrors } from './live.ts'
import { memberErrors, members } from './members.ts'
import { messageErrors, messages } from './messages.ts'
import { noticeErrors, notices } from './notices.ts'
import { operationLog } from './operationLog.ts'
import { opsFigures } from './opsFigures.ts'
import { opsSettings } from './opsSettings.ts'
import { opsStaff } from './opsStaff.ts'
import { orderErrors } from './orderErrors.ts'
import { orders } from './orders.ts'
import { organisationErrors } from './organisationShapes.ts'
import { organisations } from './organisations.ts'
import { outbox, outboxErrors } from './outbox.ts'
import { pushErrors, pushes } from './pushes.ts'
import { reconciliation } from './reconciliation.ts'
import { reconciliationErrors } from './reconciliationShapes.ts'
import { revealErrors } from './reveals.ts'
import { roleErrors, roles } from './roles.ts'
import { running } from './running.ts'
import { scores } from './scores.ts'
import { search } from './search.ts'
import { session, sessionErrors } from './session.ts'
import { situation } from './situation.ts'
import { studentErrors } from './studentShapes.ts'
import { students } from './students.ts'
import { system } from './system.ts'
import { teaching } from './teaching.ts'
import { viewErrors, views } from './views.ts'
import { vouchers } from './vouchers.ts'
import { workOrderErrors } from './workOrderErrors.ts'
import { workOrders } from './workOrders.ts'

/** The one list of domains: OpenAPI, the access matrix and the fuzzer walk it. */
export const contract = {
  system,
  session,
  account,
  members,
  roles,
  files,
  vouchers,
  operationLog,
  clientErrors,
  messages,
  pushes,
  notices,
  outbox,
  organisations,
  areas,
  courses,
  apps,
  feedbacks,
  students,
  scores,
  search,
  orders,
  channels,
  enrolment,
  finance,
  bills,
  reconciliation,
  situation,
  devices,
  workOrders,
  opsStaff,
  opsSettings,
  running,
  live,
  teaching,
  dashboard,
  home,
  jobs,
  exports: exportFiles,
  inspections,
  faultReports,
  opsFigures,
  views,
} satisfies Record<string, Record<string, Endpoint>>

/**
 * Every refusal of the system, as the server names them. A browser takes the block that it needs from its domain, so
 * that no page loads all of them. The codes of a domain are −1xxyy with an xx of its own; 28 is that of
 * all tools around lists.
 */
export const errors = {
  ...commonErrors,
  ...sessionErrors,
  ...accountErrors,
  ...deviceErrors,
  ...liveErrors,
  ...memberErrors,
  ...roleErrors,
  ...fileErrors,
  ...messageErrors,
  ...noticeErrors,
  ...pushErrors,
  ...outboxErrors,
  ...organisationErrors,
  ...courseErrors,
  ...appErrors,
  ...studentErrors,
  ...orderErrors,
  ...enrolmentErrors,
  ...financeErrors,
  ...billErrors,
  ...reconciliationErrors,
  ...revealErrors,
  ...jobErrors,
  ...exportErrors,
  ...viewErrors,
  ...inspectionErrors,
  ...faultReportErrors,
  ...workOrderErrors,
}

export * from './access.ts'
export * from './account.ts'
export * from './appShapes.ts'
export * from './apps.ts'
export * from './areas.ts'
export * from './billing.ts'
export * from './billShapes.ts'
export * from './bills.ts'
export * from './boardDates.ts'
export * from './boardFigures.ts'
export * from './bulk.ts'
export * from './channels.ts'
export * from './checklists.ts'
export * from './clientErrors.ts'
export * from './courses.ts'
export * from './dashboard.ts'
export * from './dashboardShapes.ts'
export * from './deviceBulk.ts'
export * from './deviceLabel.ts'
export * from './deviceShapes.ts'
export * from './devices.ts'
export * from './enabled.ts'
export * from './endpoint.ts'
export * from './enrolment.ts'
export * from './enrolmentShapes.ts'
export * from './errors.ts'
export * from './exports.ts'
export * from './faultReportCalls.ts'
export * from './faultReports.ts'
export * from './feedbacks.ts'
export * from './fields.ts'
export * from './files.ts'
export * from './finance.ts'
export * from './financeShapes.ts'
export * from './home.ts'
export * from './inspectionShapes.ts'
export * from './inspections.ts'
export * from './issues.ts'
export * from './jobs.ts'
export * from './labels.ts'
export * from './live.ts'
export * from './machine.ts'
export * from './members.ts'
export * from './messages.ts'
export * from './money.ts'
export * from './notices.ts'
export * from './operationLog.ts'
export * from './opsFigures.ts'
export * from './opsSettingShapes.ts'
export * from './opsSettings.ts'
export * from './opsStaff.ts'
export * from './orderErrors.ts'
export * from './orderShapes.ts'
export * from './orders.ts'
export * from './organisationShapes.ts'
export * from './organisations.ts'
export * from './outbox.ts'
export * from './paging.ts'
export * from './pictures.ts'
export * from './proRata.ts'
export * from './pushes.ts'
export * from './reconciliation.ts'
export * from './reconciliationShapes.ts'
export * from './reveals.ts'
export * from './roles.ts'
export * from './running.ts'
export * from './scores.ts'
export * from './search.ts'
export * from './session.ts'
export * from './situation.ts'
export * from './studentShapes.ts'
export * from './students.ts'
export * from './system.ts'
export * from './teaching.ts'
export * from './telemetry.ts'
export * from './views.ts'
export * from './vouchers.ts'
export * from './workOrderActs.ts'
export * from './workOrderCounts.ts'
export * from './workOrderErrors.ts'
export * from './workOrderShapes.ts'
export * from './workOrders.ts'
