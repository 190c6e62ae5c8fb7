import { apps } from '@drivesim/contract/apps'
import { courses } from '@drivesim/contract/courses'

/** Calls whose answers change when a course or a school's offers do. */
export const courseReads = [courses.list, courses.ofSchool, apps.list]

/** Calls whose answers change when an app's menu does. */
export const menuReads = [apps.menus, apps.menu, apps.list]

/** Calls whose answers change when a banner does. */
export const bannerReads = [apps.banners, apps.banner, apps.list]
