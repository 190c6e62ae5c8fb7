import { apps } from '@drivesim/contract/apps'
import { courses } from '@drivesim/contract/courses'
import { organisations } from '@drivesim/contract/organisations'

/** Calls whose answers change when a course or a school's offers do. */
export const courseReads = [courses.list, courses.ofSchool, apps.list, organisations.schoolInfo]
