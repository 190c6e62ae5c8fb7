import { apps } from '@drivesim/contract/schools/apps/apps'
import { courses } from '@drivesim/contract/schools/courses'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls whose answers change when a course or a school's offers do. */
export const courseReads = [courses.list, courses.ofSchool, apps.list, organisations.schoolInfo]
