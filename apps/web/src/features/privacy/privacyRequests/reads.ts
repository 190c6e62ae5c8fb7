import { students } from '@drivesim/contract/people/students/students'
import { persons } from '@drivesim/contract/privacy/persons'
import { privacyRequests } from '@drivesim/contract/privacy/privacyRequests'

/** What is read again after a request was entered or answered. */
export const privacyReads = [persons.find, privacyRequests.list, students.list, students.info]
