import { account } from './account.ts'
import { apps } from './apps.ts'
import { areas } from './areas.ts'
import { clientErrors } from './clientErrors.ts'
import { courses } from './courses.ts'
import { devices } from './devices.ts'
import type { Endpoint } from './endpoint.ts'
import { enrolment } from './enrolment.ts'
import { feedbacks } from './feedbacks.ts'
import { files } from './files.ts'
import { home } from './home.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { notices } from './notices.ts'
import { operationLog } from './operationLog.ts'
import { organisations } from './organisations.ts'
import { outbox } from './outbox.ts'
import { pushes } from './pushes.ts'
import { roles } from './roles.ts'
import { running } from './running.ts'
import { scores } from './scores.ts'
import { session } from './session.ts'
import { students } from './students.ts'
import { system } from './system.ts'
import { teaching } from './teaching.ts'

/** The one list of domains: OpenAPI, the access matrix and the fuzzer walk it. */
export const contract = {
  system,
  session,
  account,
  members,
  roles,
  files,
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
  enrolment,
  devices,
  running,
  teaching,
  home,
} satisfies Record<string, Record<string, Endpoint>>

export * from './access.ts'
export * from './account.ts'
export * from './allErrors.ts'
export * from './apps.ts'
export * from './areas.ts'
export * from './clientErrors.ts'
export * from './courses.ts'
export * from './deviceShapes.ts'
export * from './devices.ts'
export * from './enabled.ts'
export * from './endpoint.ts'
export * from './enrolment.ts'
export * from './enrolmentShapes.ts'
export * from './errors.ts'
export * from './feedbacks.ts'
export * from './fields.ts'
export * from './files.ts'
export * from './home.ts'
export * from './labels.ts'
export * from './machine.ts'
export * from './members.ts'
export * from './messages.ts'
export * from './notices.ts'
export * from './operationLog.ts'
export * from './organisationShapes.ts'
export * from './organisations.ts'
export * from './outbox.ts'
export * from './paging.ts'
export * from './pushes.ts'
export * from './roles.ts'
export * from './running.ts'
export * from './scores.ts'
export * from './session.ts'
export * from './studentShapes.ts'
export * from './students.ts'
export * from './system.ts'
export * from './teaching.ts'
export * from './telemetry.ts'
