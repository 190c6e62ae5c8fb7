import { accountErrors } from './account.ts'
import { approvalErrors } from './approvals.ts'
import { appErrors } from './appShapes.ts'
import { billErrors } from './billShapes.ts'
import { billThreadErrors } from './billThread.ts'
import { courseErrors } from './courses.ts'
import { deviceErrors } from './deviceShapes.ts'
import { enrolmentErrors } from './enrolmentShapes.ts'
import { commonErrors } from './errors.ts'
import { exportErrors } from './exports.ts'
import { faultReportErrors } from './faultReports.ts'
import { fileErrors } from './files.ts'
import { financeErrors } from './financeShapes.ts'
import { inspectionErrors } from './inspectionShapes.ts'
import { jobErrors } from './jobs.ts'
import { liveErrors } from './live.ts'
import { memberErrors } from './members.ts'
import { messageErrors } from './messages.ts'
import { noticeErrors } from './notices.ts'
import { orderErrors } from './orderErrors.ts'
import { organisationErrors } from './organisationShapes.ts'
import { outboxErrors } from './outbox.ts'
import { phoneGuessErrors } from './phoneGuesses.ts'
import { pushErrors } from './pushes.ts'
import { reconciliationErrors } from './reconciliationShapes.ts'
import { revealErrors } from './reveals.ts'
import { roleErrors } from './roles.ts'
import { sessionErrors } from './session.ts'
import { studentErrors } from './studentShapes.ts'
import { viewErrors } from './views.ts'
import { workOrderErrors } from './workOrderErrors.ts'

export * as contract from './domains.ts'

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
  ...approvalErrors,
  ...billThreadErrors,
  ...reconciliationErrors,
  ...revealErrors,
  ...phoneGuessErrors,
  ...jobErrors,
  ...exportErrors,
  ...viewErrors,
  ...inspectionErrors,
  ...faultReportErrors,
  ...workOrderErrors,
}

export * from './access.ts'
export * from './account.ts'
export * from './approvals.ts'
export * from './appShapes.ts'
export * from './apps.ts'
export * from './areas.ts'
export * from './billing.ts'
export * from './billLists.ts'
export * from './billShapes.ts'
export * from './bills.ts'
export * from './billThread.ts'
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
export { type FoundSimulator, mostFound } from './deviceFinding.ts'
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
export * from './ledgerShapes.ts'
export * from './live.ts'
export * from './logObjects.ts'
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
export * from './orderRows.ts'
export * from './orderShapes.ts'
export * from './orders.ts'
export * from './organisationShapes.ts'
export * from './organisations.ts'
export * from './outbox.ts'
export * from './paging.ts'
export * from './payoutShapes.ts'
export * from './phoneGuesses.ts'
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
export * from './workOrderAccess.ts'
export * from './workOrderActs.ts'
export * from './workOrderCandidates.ts'
export * from './workOrderCounts.ts'
export * from './workOrderErrors.ts'
export * from './workOrderList.ts'
export * from './workOrderShapes.ts'
export * from './workOrders.ts'
