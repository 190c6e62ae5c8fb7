import { students } from '@drivesim/contract/people/students/students'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls whose answers change when a student does. */
export const studentReads = [students.list, students.info, organisations.schoolPage, organisations.schoolInfo]
