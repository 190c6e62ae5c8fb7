import { areas } from '@drivesim/contract/schools/areas'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls to read again when a school, a service point or a classroom changes. */
export const organisationReads = [
  organisations.list,
  organisations.schools,
  organisations.schoolPage,
  organisations.servicePointPage,
  organisations.info,
  organisations.schoolInfo,
  organisations.below,
  organisations.classroomsOfOrganisation,
  organisations.classroomsOfSchool,
  organisations.classroomPage,
  areas.joined,
]
