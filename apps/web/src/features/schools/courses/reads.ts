import { apps } from '@drivesim/contract/schools/apps/apps'
import { courses } from '@drivesim/contract/schools/courses'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls to read again when a course or a school's offers change. */
export const courseReads = [courses.list, courses.ofSchool, apps.list, organisations.schoolInfo]
