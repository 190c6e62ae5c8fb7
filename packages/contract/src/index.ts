import { deviceImportErrors } from './devices/devices/deviceImport.ts'
import { deviceErrors } from './devices/devices/deviceShapes.ts'
import { commonErrors } from './errors.ts'
import { approvalErrors } from './money/approvals.ts'
import { bankFileErrors } from './money/bankFiles.ts'
import { billBulkErrors } from './money/bills/billBulk.ts'
import { billErrors } from './money/bills/billShapes.ts'
import { billThreadErrors } from './money/bills/billThread.ts'
import { channelStatementErrors } from './money/channelStatements/channelStatementShapes.ts'
import { contractErrors } from './money/contracts/contractShapes.ts'
import { orderErrors } from './money/orders/orderErrors.ts'
import { messageErrors } from './notices/messages.ts'
import { noticeErrors } from './notices/notices.ts'
import { outboxErrors } from './notices/outbox.ts'
import { pushErrors } from './notices/pushes.ts'
import { apiKeyErrors } from './open/apiKeys/apiKeyErrors.ts'
import { reportScheduleErrors } from './open/reportSchedules/reportStates.ts'
import { robotErrors } from './open/robotShapes.ts'
import { webhookErrors } from './open/webhooks/webhookShapes.ts'
import { faultReportErrors } from './operations/faultReports/faultReports.ts'
import { inspectionErrors } from './operations/inspections/inspectionShapes.ts'
import { workOrderErrors } from './operations/workOrders/workOrderErrors.ts'
import { accountErrors } from './people/account.ts'
import { enrolmentErrors } from './people/enrolment/enrolmentShapes.ts'
import { memberErrors } from './people/members.ts'
import { roleErrors } from './people/roles.ts'
import { sessionErrors } from './people/session.ts'
import { studentErrors } from './people/students/studentShapes.ts'
import { privacyErrors } from './privacy/privacyErrors.ts'
import { readingErrors } from './readingErrors.ts'
import { revealErrors } from './reveals.ts'
import { appErrors } from './schools/apps/appShapes.ts'
import { courseErrors } from './schools/courses.ts'
import { organisationErrors } from './schools/organisations/organisationShapes.ts'
import { attachmentErrors } from './tools/attachments.ts'
import { commentErrors } from './tools/comments.ts'
import { exportErrors } from './tools/exports.ts'
import { fileErrors } from './tools/files.ts'
import { jobErrors } from './tools/jobs.ts'
import { liveErrors } from './tools/live.ts'
import { phoneGuessErrors } from './tools/operationLog/phoneGuesses.ts'
import { pinErrors } from './tools/pins.ts'
import { viewErrors } from './tools/views.ts'
import { contactErrors } from './trust/contacts.ts'
import { factorErrors } from './trust/factorErrors.ts'

export * as contract from './domains.ts'

/**
 * Every refusal of the system, as the server names them. A browser takes the block that it needs from its domain, so
 * that no page loads all of them. The codes of a domain are −1xxyy with an xx of its own; all tools around
 * lists have 28.
 */
export const errors = {
  ...commonErrors,
  ...sessionErrors,
  ...accountErrors,
  ...deviceErrors,
  ...deviceImportErrors,
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
  ...bankFileErrors,
  ...contractErrors,
  ...billErrors,
  ...billBulkErrors,
  ...approvalErrors,
  ...billThreadErrors,
  ...channelStatementErrors,
  ...revealErrors,
  ...phoneGuessErrors,
  ...readingErrors,
  ...jobErrors,
  ...exportErrors,
  ...pinErrors,
  ...viewErrors,
  ...inspectionErrors,
  ...faultReportErrors,
  ...workOrderErrors,
  ...factorErrors,
  ...contactErrors,
  ...privacyErrors,
  ...apiKeyErrors,
  ...reportScheduleErrors,
  ...webhookErrors,
  ...robotErrors,
  ...commentErrors,
  ...attachmentErrors,
}

export * from './access.ts'
export * from './accessCode.ts'
export * from './board/dashboard/boardDates.ts'
export * from './board/dashboard/boardFigures.ts'
export * from './board/dashboard/dashboard.ts'
export * from './board/dashboard/dashboardShapes.ts'
export * from './board/home.ts'
export * from './board/homeBlocks.ts'
export * from './bulk.ts'
export * from './devices/devices/deviceBulk.ts'
export * from './devices/devices/deviceFaults.ts'
export { type FoundSimulator, mostFound } from './devices/devices/deviceFinding.ts'
export * from './devices/devices/deviceImport.ts'
export * from './devices/devices/deviceLabel.ts'
export * from './devices/devices/deviceShapes.ts'
export * from './devices/devices/devices.ts'
export * from './devices/running.ts'
export * from './devices/teaching.ts'
export * from './devices/telemetry/telemetry.ts'
export * from './enabled.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './fields.ts'
export * from './issues.ts'
export * from './labels.ts'
export * from './machine.ts'
export * from './money/approvals.ts'
export * from './money/bankFiles.ts'
export * from './money/bankTemplates.ts'
export * from './money/bills/billBulk.ts'
export * from './money/bills/billing.ts'
export * from './money/bills/billLists.ts'
export * from './money/bills/billShapes.ts'
export * from './money/bills/bills.ts'
export * from './money/bills/billThread.ts'
export * from './money/bills/payoutShapes.ts'
export * from './money/channelStatements/channelStatementShapes.ts'
export * from './money/channelStatements/channelStatements.ts'
export * from './money/channels.ts'
export * from './money/contracts/accountParts.ts'
export * from './money/contracts/contractShapes.ts'
export * from './money/contracts/contracts.ts'
export * from './money/financeOverview.ts'
export * from './money/financeStatement.ts'
export * from './money/ledger/ledgerShapes.ts'
export * from './money/monthEnd.ts'
export * from './money/orders/orderErrors.ts'
export * from './money/orders/orderRows.ts'
export * from './money/orders/orderShapes.ts'
export * from './money/orders/orders.ts'
export * from './money/vouchers.ts'
export * from './money.ts'
export * from './networks.ts'
export * from './notices/messages.ts'
export * from './notices/notices.ts'
export * from './notices/outbox.ts'
export * from './notices/pushes.ts'
export * from './open/apiKeys/apiKeyErrors.ts'
export * from './open/apiKeys/apiKeyShapes.ts'
export * from './open/apiKeys/apiKeys.ts'
export * from './open/events.ts'
export * from './open/eventTypes.ts'
export * from './open/reportSchedules/attachable.ts'
export * from './open/reportSchedules/reportSchedules.ts'
export * from './open/reportSchedules/reportStates.ts'
export * from './open/reportSchedules/reportTimes.ts'
export * from './open/robotShapes.ts'
export * from './open/robots.ts'
export * from './open/rotation.ts'
export * from './open/webhooks/webhookShapes.ts'
export * from './open/webhooks/webhooks.ts'
export * from './operations/faultReports/faultReportCalls.ts'
export * from './operations/faultReports/faultReports.ts'
export * from './operations/inspections/checklists.ts'
export * from './operations/inspections/inspectionShapes.ts'
export * from './operations/inspections/inspections.ts'
export * from './operations/opsFigures.ts'
export * from './operations/opsSettings/opsSettingShapes.ts'
export * from './operations/opsSettings/opsSettings.ts'
export * from './operations/opsStaff.ts'
export * from './operations/workOrders/workOrderAccess.ts'
export * from './operations/workOrders/workOrderActs.ts'
export * from './operations/workOrders/workOrderCandidates.ts'
export * from './operations/workOrders/workOrderCounts.ts'
export * from './operations/workOrders/workOrderErrors.ts'
export * from './operations/workOrders/workOrderEvidence.ts'
export * from './operations/workOrders/workOrderList.ts'
export * from './operations/workOrders/workOrderShapes.ts'
export * from './operations/workOrders/workOrders.ts'
export * from './paging.ts'
export * from './people/account.ts'
export * from './people/enrolment/enrolment.ts'
export * from './people/enrolment/enrolmentShapes.ts'
export * from './people/feedbacks.ts'
export * from './people/members.ts'
export * from './people/roles.ts'
export * from './people/scores.ts'
export * from './people/session.ts'
export * from './people/students/studentBulk.ts'
export * from './people/students/studentShapes.ts'
export * from './people/students/students.ts'
export * from './pictures.ts'
export * from './privacy/consentShapes.ts'
export * from './privacy/consents.ts'
export * from './privacy/persons.ts'
export * from './privacy/privacyErrors.ts'
export * from './privacy/privacyNotices.ts'
export * from './privacy/privacyRequests.ts'
export * from './privacy/processing.ts'
export * from './privacy/retention.ts'
export * from './privacy/retentionKinds.ts'
export * from './proRata.ts'
export * from './readingErrors.ts'
export * from './reveals.ts'
export * from './schools/apps/appShapes.ts'
export * from './schools/apps/apps.ts'
export * from './schools/areas.ts'
export * from './schools/courses.ts'
export * from './schools/organisations/organisationShapes.ts'
export * from './schools/organisations/organisations.ts'
export * from './tools/attachments.ts'
export * from './tools/clientErrors.ts'
export * from './tools/commentKinds.ts'
export * from './tools/comments.ts'
export * from './tools/exports.ts'
export * from './tools/files.ts'
export * from './tools/guide.ts'
export * from './tools/jobs.ts'
export * from './tools/live.ts'
export * from './tools/namedByKind.ts'
export * from './tools/operationLog/logObjects.ts'
export * from './tools/operationLog/operationLog.ts'
export * from './tools/operationLog/phoneGuesses.ts'
export * from './tools/pins.ts'
export * from './tools/search.ts'
export * from './tools/system.ts'
export * from './tools/views.ts'
export * from './trust/contactKinds.ts'
export * from './trust/contacts.ts'
export * from './trust/factorErrors.ts'
export * from './trust/factorKinds.ts'
export * from './trust/factorResets.ts'
export * from './trust/factorShapes.ts'
export * from './trust/factors.ts'
export * from './trust/passkeys.ts'
export * from './trust/passwordResets.ts'
export * from './trust/securityPolicy.ts'
export * from './trust/singleSignOn.ts'
