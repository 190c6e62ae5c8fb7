import { contract, pagingOf, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import * as banners from './banner.service.ts'
import { exportApps, exportBanners } from './export.ts'
import * as menus from './menu.service.ts'
import { appNames } from './names.ts'
import { appPictures } from './pictures.queries.ts'
import { appPage } from './queries.ts'
import { appsSeed } from './seed.ts'
import * as service from './service.ts'

export const appsModule: Module = {
  logNames: [appNames],
  pictures: appPictures,
  seed: [appsSeed],
  routes(app, services) {
    implement(app, services, 'apps', contract.apps, {
      list: async (input, { db, scope }) => {
        const { rows, total } = await appPage(db, scope, input)
        return toPage(rows, total, input)
      },
      export: (input, { db, scope }) => exportApps(db, scope, input),
      menus: ({ schoolId }, { db, scope }) => menus.menuTree(db, scope, schoolId),
      menu: ({ menuId }, { db, scope }) => menus.requireMenu(db, scope, menuId),
      saveMenu: (input, call) => menus.saveMenu(call, input),
      removeMenu: (input, call) => menus.removeMenu(call, input),
      sortMenus: (input, call) => menus.sortMenus(call, input),
      banners: async (input, { db, scope }) => {
        const paging = pagingOf(input)
        const { rows, total } = await banners.listBanners(db, scope, input.schoolId, paging)
        return toPage(rows, total, paging)
      },
      bannerExport: ({ schoolId }, { db, scope }) => exportBanners(db, scope, schoolId),
      banner: ({ swiperId }, { db, scope }) => banners.requireBanner(db, scope, swiperId),
      saveBanner: (input, call) => banners.saveBanner(call, input),
      removeBanner: (input, call) => banners.removeBanner(call, input),
      deviceConfig: ({ schoolId }, { db, scope }) => service.deviceConfig(db, scope, schoolId),
      saveDeviceConfig: (input, call) => service.saveDeviceConfig(call, input),
      saveOfflineDefaults: (input, call) => service.saveOfflineDefaults(call, input),
    })
  },
}
