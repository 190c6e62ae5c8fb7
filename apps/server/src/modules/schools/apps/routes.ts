import { appList, bannerList, contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import * as banners from './banner.service.ts'
import * as menus from './menu.service.ts'
import { appNames } from './names.ts'
import { appPictures } from './pictures.queries.ts'
import { appsOfSchools } from './queries.ts'
import { appsSeed } from './seed.ts'
import * as service from './service.ts'

const bannerFile = fileColumns(bannerList, {
  showingToday: row => (row.showing ? '是' : '否'),
  schools: row => (row.schoolIds.length === 0 ? '全部驾校' : `${row.schoolIds.length} 所驾校`),
})

export const appsModule: Module = {
  logNames: [appNames],
  pictures: appPictures,
  seed: [appsSeed],
  routes(app, services) {
    implement({ app, services }, 'apps', contract.apps, {
      list: pages(appsOfSchools),
      export: files('应用列表', appsOfSchools, fileColumns(appList, {})),
      menus: ({ schoolId }, { db, scope }) => menus.menuTree(db, scope, schoolId),
      menu: ({ menuId }, { db, scope }) => menus.requireMenu(db, scope, menuId),
      saveMenu: (input, call) => menus.saveMenu(call, input),
      removeMenu: (input, call) => menus.removeMenu(call, input),
      sortMenus: (input, call) => menus.sortMenus(call, input),
      banners: pages(banners.bannersOf),
      bannerExport: files('轮播图列表', banners.bannersOf, bannerFile),
      banner: ({ swiperId }, { db, scope }) => banners.requireBanner(db, scope, swiperId),
      saveBanner: (input, call) => banners.saveBanner(call, input),
      removeBanner: (input, call) => banners.removeBanner(call, input),
      deviceConfig: ({ schoolId }, { db, scope }) => service.deviceConfig(db, scope, schoolId),
      saveDeviceConfig: (input, call) => service.saveDeviceConfig(call, input),
      saveOfflineDefaults: (input, call) => service.saveOfflineDefaults(call, input),
    })
  },
}
