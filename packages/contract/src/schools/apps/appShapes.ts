import { z } from 'zod'
import { error } from '../../errors.ts'
import {
  businessDay,
  filter,
  id,
  nameText,
  optionalText,
  type PlainFields,
  pictureLink,
  pictureOrOwn,
  version,
} from '../../fields.ts'
import { label, labelValues } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { plainPicture } from '../../pictures.ts'

const zeroOrOne = labelValues({ 0: '否', 1: '是' }, z.literal([0, 1]))
const flag = z.union([z.boolean(), zeroOrOne.transform(value => value === 1)])

/**
 * A category of the app's menu (spec §3): `fartherMenuId` is its parent, `menuBelongSchool` the school it is for. With
 * `allSchoolFlag` it is the platform's and in every school's app.
 */
export const menu = z.object({
  menuId: z.int(),
  menuName: z.string(),
  fartherMenuId: z.int().nullable(),
  menuBelongSchool: z.int().nullable(),
  allSchoolFlag: z.boolean(),
  /** A small entry: shown as an icon beside others rather than a row of its own. */
  ifSmall: z.boolean(),
  /** The name of one of the app's own icons, or a picture. */
  icon: pictureLink.nullable(),
  sort: z.int(),
  version: z.int(),
})
export type Menu = z.output<typeof menu>
export interface MenuNode extends Menu {
  children: MenuNode[]
}
export const menuNode: z.ZodType<MenuNode> = menu
  .extend({
    get children() {
      return z.array(menuNode)
    },
  })
  // By this name it refers to itself in the API's document.
  .meta({ id: 'MenuNode' })

export const menuForm = z
  .object({
    menuId: label('菜单', filter(id)),
    menuName: label('菜单名称', nameText(20)),
    fartherMenuId: label('上级菜单', filter(id)),
    menuBelongSchool: label('所属驾校', filter(id)),
    allSchoolFlag: label('全部驾校', flag.default(false)),
    ifSmall: label('小图标', flag.default(false)),
    icon: label(
      '图标',
      optionalText(200).transform(icon => icon && plainPicture(icon)),
    ),
    /** Missing: last among its siblings, or where it was. */
    sort: label('排序', z.int().min(0).max(10_000).optional()),
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

export const banner = z.object({
  swiperId: z.int(),
  title: z.string(),
  imageUrl: pictureLink,
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
export const bannerList = listColumns(banner, {
  title: column.text('标题'),
  showing: column.special('状态', { only: 'screen' }),
  showingToday: column.special('展示中', { beside: 'showing' }),
  period: column.special('展示日期', { only: 'screen' }),
  begin: column.day('展示开始日期', { beside: 'period' }),
  end: column.day('展示结束日期', { beside: 'period' }),
  schools: column.special('驾校'),
  sort: column.number('排序'),
  link: column.text('链接', { widest: 200, optional: true }),
})

export const bannerForm = z
  .object({
    swiperId: label('轮播图', filter(id)),
    title: label('标题', nameText(50)),
    /** An uploaded picture, or one of the site's own. */
    imageUrl: label('图片', pictureOrOwn('请上传轮播图图片')),
    link: label(
      '链接',
      z
        .union([
          z.literal('').transform(() => null),
          z.null(),
          z.url({ protocol: /^https?$/, error: '链接须以 http:// 或 https:// 开头' }),
        ])
        .optional()
        .transform(value => value ?? null),
    ),
    schoolIds: label('驾校', z.array(id).max(500).default([])),
    begin: label('展示开始日期', businessDay),
    end: label('展示结束日期', businessDay),
    sort: label('排序', z.int().min(0).max(10_000).default(0)),
    version,
  })
  .superRefine(({ begin, end }, context) => {
    if (end < begin)
      context.addIssue({ code: 'custom', path: ['end'], message: '展示结束日期不能早于开始日期' })
  })

export const bannerPlainFields = ['title', 'imageUrl', 'link', 'sort'] as const satisfies PlainFields<
  typeof banner,
  typeof bannerForm
>

export const appRow = z.object({
  schoolId: z.int(),
  schoolName: z.string(),
  courses: z.int(),
  menus: z.int(),
  banners: z.int(),
  simulators: z.int(),
  students: z.int(),
})
export type AppRow = z.output<typeof appRow>
export const appList = listColumns(appRow, {
  schoolName: column.text('驾校'),
  courses: column.number('在售课程'),
  menus: column.number('菜单'),
  banners: column.number('展示中的轮播图'),
  simulators: column.number('设备'),
  students: column.number('学员'),
})

/** Refusals about the schools’ apps: −122yy. */
export const appErrors = {
  menuUnderItself: error(-12201, '菜单不能移到自己或自己的下级之下，请选择其他上级'),
  menuHasChildren: error(-12202, (act: string) => `该菜单还有下级，不能${act}，请先处理下级菜单`),
  menuOfAnotherSchool: error(-12203, '上级菜单属于其他驾校，请选择全部驾校或本驾校的菜单'),
  menusNotSiblings: error(-12204, '只能在同一级菜单内排序，请刷新后重试'),
} as const
