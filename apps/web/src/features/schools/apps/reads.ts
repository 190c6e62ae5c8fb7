import { apps } from '@drivesim/contract/schools/apps/apps'

/** Calls whose answers change when an app's menu does. */
export const menuReads = [apps.menus, apps.menu, apps.list]

/** Calls whose answers change when a banner does. */
export const bannerReads = [apps.banners, apps.banner, apps.list]
