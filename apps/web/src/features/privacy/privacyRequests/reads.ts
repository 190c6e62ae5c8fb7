import { students } from '@drivesim/contract/people/students/students'
import { consents } from '@drivesim/contract/privacy/consents'
import { persons } from '@drivesim/contract/privacy/persons'
import { privacyNotices } from '@drivesim/contract/privacy/privacyNotices'
import { privacyRequests } from '@drivesim/contract/privacy/privacyRequests'

/** What is read again after a request was entered or answered. */
export const privacyReads = [
  persons.find,
  privacyRequests.list,
  consents.list,
  privacyNotices.list,
  students.list,
  students.info,
]
