import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { clock, filter, id, schoolId, searchText, version } from '../../fields.ts'
import { label } from '../../labels.ts'
import { fileOf, page, paging, pagingByPage } from '../../paging.ts'
import { appList, appRow, banner, bannerForm, bannerList, menu, menuForm, menuNode } from './appShapes.ts'

const edit = ['app:edit'] as const
const appFilter = { paramValue: searchText }
const bannerFilter = { schoolId: filter(schoolId) }
const oneMenu = z.object({ menuId: label('菜单', id) })
const oneBanner = z.object({ swiperId: label('轮播图', id) })

/**
 * 运营管理 (spec §7 "Menus and banners"). Menu entries, banners and the reminder's default can be for all
 * schools: only people who manage the platform change these.
 */
export const apps = {
  /** The schools with their app: what 应用管理 lists. `banners` are those shown today. */
  list: endpoint({
    title: '应用列表',
    method: 'GET',
    path: '/api/app/list',
    access: 'signedIn',
    input: z.object({ ...paging, ...appFilter }),
    reply: page(appRow),
    columns: appList,
  }),
  export: fileOf('list', { title: '导出应用列表', path: '/api/app/export', access: 'signedIn' }, appFilter),
  menus: endpoint({
    title: '应用菜单',
    method: 'GET',
    path: '/api/menu/listBySchool',
    access: 'signedIn',
    input: z.object({ schoolId: filter(schoolId) }),
    reply: z.array(menuNode),
  }),
  saveMenu: endpoint({
    title: '新增或修改应用菜单',
    method: 'POST',
    path: '/api/menus/simpleAddOrUpd',
    access: edit,
    input: menuForm,
    reply: z.object({ menuId: z.int() }),
    change: '新增或修改应用菜单',
    record: 'menuId',
  }),
  menu: endpoint({
    title: '应用菜单详情',
    method: 'GET',
    path: '/api/menus/categoryDetailGet',
    access: 'signedIn',
    input: oneMenu,
    reply: menu,
  }),
  removeMenu: endpoint({
    title: '删除应用菜单',
    method: 'POST',
    path: '/api/menus/delById',
    access: edit,
    input: oneMenu,
    reply: z.literal(true),
    change: '删除应用菜单',
    record: 'menuId',
  }),
  /** The order of siblings after a drag. */
  sortMenus: endpoint({
    title: '排序应用菜单',
    method: 'POST',
    path: '/api/menus/sort',
    access: edit,
    input: z.object({
      menuIds: label(
        '菜单',
        z
          .array(id)
          .min(1)
          .max(200)
          .refine(ids => new Set(ids).size === ids.length, '菜单不能重复'),
      ),
    }),
    reply: z.literal(true),
    change: '排序应用菜单',
  }),
  banners: endpoint({
    title: '轮播图列表',
    method: 'GET',
    path: '/api/menu/bannersList',
    access: 'signedIn',
    input: z.object({ ...pagingByPage, ...bannerFilter }),
    reply: page(banner),
    columns: bannerList,
  }),
  bannerExport: fileOf(
    'banners',
    { title: '导出轮播图', path: '/api/menu/bannersExport', access: 'signedIn' },
    bannerFilter,
  ),
  banner: endpoint({
    title: '轮播图详情',
    method: 'GET',
    path: '/api/menu/bannersDetails',
    access: 'signedIn',
    input: oneBanner,
    reply: banner,
  }),
  saveBanner: endpoint({
    title: '新增或修改轮播图',
    method: 'POST',
    path: '/api/menu/menuBannersAdd',
    access: edit,
    input: bannerForm,
    reply: z.object({ swiperId: z.int() }),
    change: '新增或修改轮播图',
    record: 'swiperId',
  }),
  removeBanner: endpoint({
    title: '删除轮播图',
    method: 'POST',
    path: '/api/menus/bannerDelById',
    access: edit,
    input: oneBanner,
    reply: z.literal(true),
    change: '删除轮播图',
    record: 'swiperId',
  }),
  /** 设备配置: parameters of a school's simulators, for whoever asks: nothing here sends them to a device. */
  deviceConfig: endpoint({
    title: '设备配置',
    method: 'GET',
    path: '/api/app/deviceConfig',
    access: 'signedIn',
    input: z.object({ schoolId }),
    reply: z.object({
      /** Minutes a lesson lasts at most. */
      lessonMinutes: z.int(),
      /** 0–100. */
      volume: z.int(),
      /** Points from which a lesson is passed. */
      passScore: z.int(),
      voiceGuide: z.boolean(),
      version: z.int(),
    }),
  }),
  saveDeviceConfig: endpoint({
    title: '保存设备配置',
    method: 'POST',
    path: '/api/app/saveDeviceConfig',
    access: edit,
    input: z.object({
      schoolId,
      lessonMinutes: label('单次训练时长', z.int().min(5).max(240)),
      volume: label('音量', z.int().min(0).max(100)),
      passScore: label('及格分数', z.int().min(0).max(100)),
      voiceGuide: label('语音引导', z.boolean()),
      version,
    }),
    reply: z.literal(true),
    change: '保存设备配置',
    record: 'schoolId',
  }),
  saveOfflineDefaults: endpoint({
    title: '保存离线提醒默认配置',
    method: 'POST',
    path: '/api/app/saveOfflineDefaults',
    access: edit,
    input: z.object({
      createLimit: label('通知时间', z.int().min(0).max(1439)),
      ableTimeBegin: label('接收开始时间', clock),
      ableTimeEnd: label('接收结束时间', clock),
      effectiveTime: label('通知间隔（天）', z.int().min(1).max(365)),
      version,
    }),
    reply: z.literal(true),
    change: '保存离线提醒默认配置',
    record: 'version',
  }),
}
