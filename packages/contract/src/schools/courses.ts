import { z } from 'zod'
import { enabledStates, switchMachine } from '../enabled.ts'
import { endpoint } from '../endpoint.ts'
import { error, refuse } from '../errors.ts'
import {
  enabled,
  filter,
  id,
  nameText,
  optionalText,
  type PlainFields,
  schoolId,
  searchText,
  version,
} from '../fields.ts'
import { fen, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileOf, page, paging } from '../paging.ts'
import { gearColumn, gearType } from '../people/students/studentShapes.ts'
import { enabledState, organisationErrors } from './organisations/organisationShapes.ts'

/** A disabled course is in no school's app. */
export const courseSwitch = switchMachine(state => refuse(organisationErrors.alreadySo, '课程', state))

/** A course is what is sold: modules, minutes, price in fen, days it may be used for. */
const courseRow = z.object({
  courseId: z.int(),
  courseName: z.string(),
  gearType: z.string(),
  moduleIds: z.array(z.int()),
  modules: z.array(z.string()),
  minutes: z.int(),
  /** Fen. */
  price: z.int(),
  /** 平台底价 in fen: no school sells it for less; 0: there is none. */
  floorPrice: z.int(),
  validDays: z.int(),
  note: z.string().nullable(),
  state: enabledState,
  /** Schools that offer it in their app. */
  schools: z.int(),
  version: z.int(),
})
export type CourseRow = z.output<typeof courseRow>
export const courseList = listColumns(courseRow, {
  courseName: column.text('课程名称', { widest: 220 }),
  state: column.choice('状态', enabledStates),
  gearType: gearColumn,
  price: column.money('价格'),
  floorPrice: column.money('平台底价'),
  minutes: column.minutes('训练时长'),
  validDays: column.number('有效天数'),
  schools: column.number('在售驾校'),
  modules: column.names('训练模块', { widest: 260 }),
  note: column.text('备注', { widest: 220, optional: true }),
})

export const courseForm = z.object({
  courseName: label('课程名称', nameText(50)),
  gearType,
  moduleIds: label('训练模块', z.array(id).min(1, '请至少选择一个训练模块').max(50)),
  minutes: label('训练分钟数', z.int().min(1).max(10_000)),
  price: label('价格', fen(0, 100_000_000)),
  /** Missing: as it is, and none for a new course. */
  floorPrice: label('平台底价', filter(fen(0, 100_000_000))),
  validDays: label('有效天数', z.int().min(1).max(3650)),
  note: label('备注', optionalText(200)),
})

export const coursePlainFields = [
  'gearType',
  'minutes',
  'price',
  'floorPrice',
  'validDays',
  'note',
] as const satisfies PlainFields<typeof courseRow, typeof courseForm>

const courseFilter = {
  paramValue: searchText,
  gearType: filter(gearType),
  state: label('状态', filter(enabledState)),
}
const courseId = label('课程', id)
const edit = ['app:edit'] as const
const base = '/api/course'

/**
 * Courses, and which of them a school's app offers, at what price and in what order. The catalogue is
 * the platform's: only people who manage the platform change it. A school's offers are its own.
 */
export const courses = {
  list: endpoint({
    title: '课程列表',
    forKeys: 'read',
    method: 'GET',
    path: `${base}/list`,
    access: 'signedIn',
    input: z.object({ ...paging, ...courseFilter }),
    reply: page(courseRow),
    columns: courseList,
  }),
  export: fileOf(
    'list',
    { title: '导出课程', forKeys: 'read', path: `${base}/export`, access: 'signedIn' },
    courseFilter,
  ),
  add: endpoint({
    title: '新增课程',
    method: 'POST',
    path: `${base}/add`,
    access: edit,
    input: courseForm,
    reply: z.object({ courseId: z.int() }),
    change: '新增课程',
  }),
  modify: endpoint({
    title: '修改课程',
    method: 'POST',
    path: `${base}/modify`,
    access: edit,
    input: courseForm.extend({ courseId, version }),
    /** The offers that lie below the floor price now: they cannot be sold until their schools change them. */
    reply: z.object({
      offersBelowFloor: z.array(z.object({ schoolId: z.int(), schoolName: z.string(), price: z.int() })),
    }),
    change: '修改课程',
    record: 'courseId',
  }),
  setEnabled: endpoint({
    title: '启用或停用课程',
    method: 'POST',
    path: `${base}/setEnabled`,
    access: edit,
    input: z.object({ courseId, enabled }),
    reply: z.literal(true),
    change: '启用或停用课程',
    record: 'courseId',
  }),
  /** What a school's app offers, in its order; `price` null: the course's own. */
  ofSchool: endpoint({
    title: '驾校的课程配置',
    forKeys: 'read',
    method: 'GET',
    path: `${base}/ofSchool`,
    access: 'signedIn',
    input: z.object({ schoolId }),
    reply: z.array(
      z.object({
        courseId: z.int(),
        courseName: z.string(),
        gearType: z.string(),
        minutes: z.int(),
        coursePrice: z.int(),
        floorPrice: z.int(),
        price: z.int().nullable(),
        offered: z.boolean(),
      }),
    ),
  }),
  saveOfSchool: endpoint({
    title: '保存驾校的课程配置',
    method: 'POST',
    path: `${base}/saveOfSchool`,
    access: edit,
    input: z.object({
      schoolId,
      /** In the order of the app. */
      offers: label(
        '课程',
        z
          .array(z.object({ courseId, price: label('价格', fen(0, 100_000_000).nullable()) }))
          .max(200)
          .refine(
            offers => new Set(offers.map(offer => offer.courseId)).size === offers.length,
            '课程不能重复',
          ),
      ),
    }),
    reply: z.literal(true),
    change: '保存驾校的课程配置',
    record: 'schoolId',
  }),
}

/** Refusals about courses: −121yy. */
export const courseErrors = {
  courseDisabled: error(-12101, (name: string) => `课程“${name}”已停用，请先启用或从列表中去掉`),
  moduleNotForGear: error(
    -12102,
    (module: string, gear: string) => `训练模块“${module}”不适用于 ${gear}，请重新选择`,
  ),
} as const
