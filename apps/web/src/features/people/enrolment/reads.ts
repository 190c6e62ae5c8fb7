import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import { students } from '@drivesim/contract/people/students/students'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls whose answers change when a configuration or what is bound to it does. */
export const configReads = [
  enrolment.configs,
  enrolment.simulators,
  enrolment.simulatorsForAll,
  organisations.usage,
]

/** Calls whose answers change when a coach does. */
export const coachReads = [
  enrolment.coaches,
  enrolment.coachesForAll,
  enrolment.simulators,
  organisations.usage,
]

/** Calls whose answers change when an application is decided: confirming makes a student. */
export const applicantReads = [
  enrolment.applicants,
  enrolment.configs,
  students.list,
  organisations.usage,
  organisations.schoolInfo,
]
