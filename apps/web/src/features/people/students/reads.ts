import { students } from '@drivesim/contract/people/students/students'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls to read again when a student changes. */
export const studentReads = [
  students.list,
  students.info,
  students.tags,
  organisations.schoolPage,
  organisations.schoolInfo,
]
