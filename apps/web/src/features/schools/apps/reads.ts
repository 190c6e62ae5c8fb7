import { apps } from '@drivesim/contract/schools/apps/apps'

/** Calls to read again when an app's menu changes. */
export const menuReads = [apps.menus, apps.menu, apps.list]

/** Calls to read again when a banner changes. */
export const bannerReads = [apps.banners, apps.banner, apps.list]
