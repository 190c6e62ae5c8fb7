import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const schoolId = ({ organ }: Place) => ({ schoolId: organ })
const menuId = (ids: { menu: number }) => ({ menuId: ids.menu })
const swiperId = (ids: { banner: number }) => ({ swiperId: ids.banner })

export const samples = samplesOf(
  'apps',
  (app: TestApp, { mark, organ }: Place) =>
    insertIds(
      app,
      ['menu', 'parent', 'banner'],
      `with
         menu as (insert into app_menu (name, school_id, sort) values ($1 || '-菜单', $2, 1) returning id),
         parent as (insert into app_menu (name, school_id, sort) values ($1 || '-上级', $2, 2) returning id),
         banner as (
           insert into app_banner (title, image_url, begins_on, ends_on)
           values ($1 || '-轮播图', '/banners/a.svg', '2026-01-01', '2099-01-01') returning id
         ),
         place as (insert into app_banner_school (banner_id, school_id) select id, $2 from banner)
       select menu.id as menu, parent.id as parent, banner.id as banner from menu, parent, banner`,
      [mark, organ],
    ),
  {
    list: noInput,
    export: noInput,
    menus: { input: schoolId },
    saveMenu: {
      input: ({ menu, parent, organ }) => ({
        menuId: menu,
        menuName: '矩阵菜单',
        fartherMenuId: parent,
        menuBelongSchool: organ,
      }),
    },
    menu: { input: menuId },
    removeMenu: { input: menuId },
    sortMenus: { input: ({ menu, parent }) => ({ menuIds: [parent, menu] }) },
    banners: { input: schoolId },
    bannerExport: { input: schoolId },
    banner: { input: swiperId },
    saveBanner: {
      input: ({ banner, organ }) => ({
        swiperId: banner,
        title: '矩阵标题',
        imageUrl: '/banners/matrix.svg',
        schoolIds: [organ],
        begin: '2026-10-01',
        end: '2026-10-07',
      }),
    },
    removeBanner: { input: swiperId },
    deviceConfig: { input: schoolId },
    saveDeviceConfig: {
      input: ids => ({ ...schoolId(ids), lessonMinutes: 60, volume: 70, passScore: 80, voiceGuide: true }),
    },
    saveOfflineDefaults: {
      input: () => ({ createLimit: 30, ableTimeBegin: '08:00', ableTimeEnd: '20:00', effectiveTime: 1 }),
      platformOnly: errors.platformOnly,
    },
  },
)
