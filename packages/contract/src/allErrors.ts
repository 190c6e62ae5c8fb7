import { accountErrors } from './account.ts'
import { appErrors } from './apps.ts'
import { courseErrors } from './courses.ts'
import { deviceErrors } from './deviceShapes.ts'
import { enrolmentErrors } from './enrolmentShapes.ts'
import { commonErrors } from './errors.ts'
import { fileErrors } from './files.ts'
import { memberErrors } from './members.ts'
import { messageErrors } from './messages.ts'
import { noticeErrors } from './notices.ts'
import { organisationErrors } from './organisationShapes.ts'
import { outboxErrors } from './outbox.ts'
import { pushErrors } from './pushes.ts'
import { roleErrors } from './roles.ts'
import { runningErrors } from './running.ts'
import { sessionErrors } from './session.ts'
import { studentErrors } from './studentShapes.ts'

/**
 * Every refusal of the system, as the server names them. A browser takes the block that it needs from its domain, so
 * that no page loads all of them.
 *
 * The codes of a domain are −1xxyy with an xx of its own. Kept for domains to come: 25 orders, 26 finance,
 * 27 operations, 28 lists and the dashboard.
 */
export const errors = {
  ...commonErrors,
  ...sessionErrors,
  ...accountErrors,
  ...deviceErrors,
  ...runningErrors,
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
  ...enrolmentErrors,
}
