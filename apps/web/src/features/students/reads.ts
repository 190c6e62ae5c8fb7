import { organisations } from '@drivesim/contract/organisations'
import { students } from '@drivesim/contract/students'

/** Calls whose answers change when a student does. */
export const studentReads = [students.list, students.info, organisations.schoolPage, organisations.schoolInfo]
