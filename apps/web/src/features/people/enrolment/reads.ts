import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import { students } from '@drivesim/contract/people/students/students'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls to read again when a configuration or something bound to it changes. */
export const configReads = [
  enrolment.configs,
  enrolment.simulators,
  enrolment.simulatorsForAll,
  organisations.usage,
]

/** Calls to read again when a coach changes. */
export const coachReads = [
  enrolment.coaches,
  enrolment.coachesForAll,
  enrolment.simulators,
  organisations.usage,
]

/** Calls to read again when an application is decided: confirming it adds a student. */
export const applicantReads = [
  enrolment.applicants,
  enrolment.configs,
  students.list,
  organisations.usage,
  organisations.schoolInfo,
]
