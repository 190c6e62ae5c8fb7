import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { error } from './errors.ts'
import { businessDay, filter, id, optionalText, text, version } from './fields.ts'
import { page, pageNumber, paging } from './paging.ts'

const flag = z.union([z.boolean(), z.union([z.literal(0), z.literal(1)]).transform(value => value === 1)])
const edit = ['app:edit'] as const

/**
 * A category of the app's menu (spec §3): `fartherMenuId` is its parent, `menuBelongSchool` the school it is for. With
 * `allSchoolFlag` it is the platform's and in every school's app.
 */
const menu = z.object({
  menuId: z.int(),
  menuName: z.string(),
  fartherMenuId: z.int().nullable(),
  menuBelongSchool: z.int().nullable(),
  allSchoolFlag: z.boolean(),
  /** A small entry: shown as an icon beside others rather than a row of its own. */
  ifSmall: z.boolean(),
  icon: z.string().nullable(),
  sort: z.int(),
  version: z.int(),
})
export type Menu = z.output<typeof menu>
export interface MenuNode extends Menu {
  children: MenuNode[]
}
const menuNode: z.ZodType<MenuNode> = menu.extend({
  get children() {
    return z.array(menuNode)
  },
})

export const menuForm = z
  .object({
    menuId: filter(id),
    menuName: text(20),
    fartherMenuId: filter(id),
    menuBelongSchool: filter(id),
    allSchoolFlag: flag.default(false),
    ifSmall: flag.default(false),
    icon: optionalText(200),
    /** Missing: last among its siblings, or where it was. */
    sort: z.int().min(0).max(10_000).optional(),
    version,
  })
  .superRefine((entry, context) => {
    if (!entry.allSchoolFlag && entry.menuBelongSchool === undefined)
      context.addIssue({
        code: 'custom',
        path: ['menuBelongSchool'],
        message: '请选择所属驾校，或设为全部驾校',
      })
  })

const banner = z.object({
  swiperId: z.int(),
  title: z.string(),
  imageUrl: z.string(),
  link: z.string().nullable(),
  /** Empty: all schools, so the platform's. Of a banner that several schools share, the ones in the scope. */
  schoolIds: z.array(z.int()),
  begin: businessDay,
  end: businessDay,
  sort: z.int(),
  /** Whether it is shown today. */
  showing: z.boolean(),
  version: z.int(),
})
export type Banner = z.output<typeof banner>

export const bannerForm = z
  .object({
    swiperId: filter(id),
    title: text(50),
    /** An uploaded picture, or one of the site's own. */
    imageUrl: z
      .string()
      .trim()
      .max(200)
      .regex(/^(\/[\w-][\w.-]*)+$/, '请上传轮播图图片'),
    link: z
      .union([
        z.literal('').transform(() => null),
        z.null(),
        z.url({ protocol: /^https?$/, error: '链接须以 http:// 或 https:// 开头' }),
      ])
      .optional()
      .transform(value => value ?? null),
    schoolIds: z.array(id).max(500).default([]),
    begin: businessDay,
    end: businessDay,
    sort: z.int().min(0).max(10_000).default(0),
    version,
  })
  .superRefine(({ begin, end }, context) => {
    if (end < begin)
      context.addIssue({ code: 'custom', path: ['end'], message: '展示结束日期不能早于开始日期' })
  })

const appRow = z.object({
  schoolId: z.int(),
  schoolName: z.string(),
  courses: z.int(),
  menus: z.int(),
  banners: z.int(),
  simulators: z.int(),
  students: z.int(),
})
export type AppRow = z.output<typeof appRow>

const appFilter = { paramValue: filter(z.string().trim().max(50)) }
const bannerFilter = { schoolId: filter(id) }
const oneMenu = z.object({ menuId: id })
const oneBanner = z.object({ swiperId: id })

/**
 * 运营管理 (spec §7 "Menus and banners", product §10). What is for all schools, a menu entry, a banner or the reminder's
 * default, is changed by those who manage the platform alone.
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
  }),
  export: endpoint({
    title: '导出应用列表',
    method: 'GET',
    path: '/api/app/export',
    access: 'signedIn',
    input: z.object(appFilter),
    reply: 'csv',
    perMinute: 20,
  }),
  menus: endpoint({
    title: '应用菜单',
    method: 'GET',
    path: '/api/menu/listBySchool',
    access: 'signedIn',
    input: z.object({ schoolId: filter(id) }),
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
      menuIds: z
        .array(id)
        .min(1)
        .max(200)
        .refine(ids => new Set(ids).size === ids.length, '菜单不能重复'),
    }),
    reply: z.literal(true),
    change: '排序应用菜单',
  }),
  banners: endpoint({
    title: '轮播图列表',
    method: 'GET',
    path: '/api/menu/bannersList',
    access: 'signedIn',
    input: z.object({ page: pageNumber.default(0), pageSize: paging.pageSize, ...bannerFilter }),
    reply: page(banner),
  }),
  bannerExport: endpoint({
    title: '导出轮播图',
    method: 'GET',
    path: '/api/menu/bannersExport',
    access: 'signedIn',
    input: z.object(bannerFilter),
    reply: 'csv',
    perMinute: 20,
  }),
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
  /** 设备配置: parameters a school's simulators load, and the default of offline reminders. */
  deviceConfig: endpoint({
    title: '设备配置',
    method: 'GET',
    path: '/api/app/deviceConfig',
    access: 'signedIn',
    input: z.object({ schoolId: id }),
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
      schoolId: id,
      lessonMinutes: z.int().min(5).max(240),
      volume: z.int().min(0).max(100),
      passScore: z.int().min(0).max(100),
      voiceGuide: z.boolean(),
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
      createLimit: z.int().min(0).max(1439),
      ableTimeBegin: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应为 HH:mm，如 08:30'),
      ableTimeEnd: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应为 HH:mm，如 08:30'),
      effectiveTime: z.int().min(1).max(365),
    }),
    reply: z.literal(true),
    change: '保存离线提醒默认配置',
  }),
}

/** Refusals about the schools’ apps: −122yy. */
export const appErrors = {
  menuUnderItself: error(-12201, '菜单不能移到自己或自己的下级之下，请选择其他上级'),
  menuHasChildren: error(-12202, (act: string) => `该菜单还有下级，不能${act}，请先处理下级菜单`),
  menuOfAnotherSchool: error(-12203, '上级菜单属于其他驾校，请选择全部驾校或本驾校的菜单'),
  menusNotSiblings: error(-12204, '只能在同一级菜单内排序，请刷新后重试'),
} as const
