import { z } from 'zod'
import { enabledStates } from '../../enabled.ts'
import { error, refuse } from '../../errors.ts'
import {
  ascendingRule,
  businessDay,
  filter,
  instant,
  maskedPhone,
  mobilePhone,
  nameText,
  optionalText,
  type PlainFields,
  picture,
  pictureLink,
  roomId,
  schoolId,
} from '../../fields.ts'
import { choice, fen, label } from '../../labels.ts'
import { column, listColumns, type SortField } from '../../lists.ts'
import { machine } from '../../machine.ts'
import { gearColumn, gearType, gearTypes } from '../students/studentShapes.ts'

/** An application's way: 待确认 → 已确认 / 已拒绝 / 已取消. */
export const applicationStates = {
  waiting: '待确认',
  confirmed: '已确认',
  refused: '已拒绝',
  cancelled: '已取消',
} as const
export type ApplicationState = keyof typeof applicationStates
export const applicationState = choice(applicationStates)

export const applicationMachine = machine(
  applicationStates,
  {
    confirm: { from: ['waiting'], to: 'confirmed', label: '确认' },
    refuse: { from: ['waiting'], to: 'refused', label: '拒绝' },
    cancel: { from: ['waiting'], to: 'cancelled', label: '取消报名' },
  },
  (_step, state) => refuse(enrolmentErrors.applicationNot, applicationStates[state]),
)

export const coachStates = { employed: '在职', left: '离职' } as const
/** Whether a simulator serves a configuration. */
export const bindingStates = { yes: '已绑定', no: '未绑定' } as const
export const classTypes = { standard: '普通班', fast: '速成班', vip: 'VIP 班', weekend: '周末班' } as const
const classType = choice(classTypes)
export const configState = choice(enabledStates)
export const coachState = choice(coachStates)

export const configRow = z.object({
  id: z.int(),
  schoolId: z.int(),
  schoolName: z.string(),
  title: z.string(),
  gearType: z.string(),
  classType,
  /** Fen. */
  price: z.int(),
  originalPrice: z.int().nullable(),
  contents: z.string().nullable(),
  validFrom: businessDay,
  validUntil: businessDay,
  state: configState,
  coachIds: z.array(z.int()),
  simulatorIds: z.array(z.int()),
  applicants: z.int(),
  version: z.int(),
})
export type EnrolmentConfigRow = z.output<typeof configRow>
export const configList = listColumns(configRow, {
  title: column.text('标题'),
  state: column.choice('状态', enabledStates),
  schoolName: column.text('驾校', { widest: 180 }),
  gearType: gearColumn,
  classType: column.choice('班型', classTypes),
  price: column.money('价格'),
  originalPrice: column.money('原价', { optional: true }),
  valid: column.special('有效期', { only: 'screen' }),
  validFrom: column.day('有效期开始日期', { beside: 'valid' }),
  validUntil: column.day('有效期结束日期', { beside: 'valid' }),
  applicants: column.number('报名数'),
  coaches: column.special('教练数', { numeric: true }),
  simulators: column.special('设备数', { numeric: true }),
  contents: column.text('课程内容', { widest: 240, optional: true }),
})

export const configFields = {
  title: label('标题', nameText(50)),
  gearType,
  classType: label('班型', classType),
  price: label('价格', fen(0, 100_000_000)),
  originalPrice: label('原价', filter(fen(0, 100_000_000))),
  contents: label('课程内容', optionalText(2000)),
  validFrom: label('有效期开始日期', businessDay),
  validUntil: label('有效期结束日期', businessDay),
  state: label('状态', configState.default('enabled')),
}
const { price, originalPrice, validFrom, validUntil } = configFields
export const validRange = ascendingRule({ validFrom, validUntil }, '有效期的结束日期不能早于开始日期')
/** It is shown struck out beside the price. */
export const priceRange = ascendingRule({ price, originalPrice }, '原价不能低于价格，没有优惠请留空')
export const enrolmentConfigForm = z
  .object({ schoolId, ...configFields })
  .superRefine(...validRange)
  .superRefine(...priceRange)

export const configPlainFields = [
  'title',
  'gearType',
  'price',
  'contents',
  'validFrom',
  'validUntil',
] as const satisfies PlainFields<typeof configRow, typeof enrolmentConfigForm>

export const coachRow = z.object({
  id: z.int(),
  name: z.string(),
  phone: maskedPhone,
  schoolId: z.int(),
  schoolName: z.string(),
  roomId: z.int().nullable(),
  roomName: z.string().nullable(),
  gearTypes: z.array(z.string()),
  years: z.int(),
  photo: pictureLink.nullable(),
  state: coachState,
  version: z.int(),
})
export type CoachRow = z.output<typeof coachRow>
export const coachList = listColumns(coachRow, {
  name: column.text('姓名'),
  state: column.choice('状态', coachStates),
  phone: column.code('手机号'),
  schoolName: column.text('驾校', { widest: 200 }),
  roomName: column.text('教室', { widest: 160 }),
  gearTypes: column.choices('准教车型', gearTypes, { valuesInFile: true }),
  years: column.number('教龄', { unit: '年' }),
})
export const coachFields = {
  name: label('姓名', nameText(50)),
  phone: label('手机号', z.string().pipe(mobilePhone)),
  roomId: filter(roomId),
  gearTypes: label('准教车型', z.array(gearType).min(1, '请至少选择一种准教车型').max(5)),
  years: label('教龄', z.int().min(0).max(60)),
  photo: label('照片', filter(picture)),
  state: label('状态', coachState.default('employed')),
}
export const coachForm = z.object({ schoolId, ...coachFields })

export const coachPlainFields = ['name', 'gearTypes', 'years'] as const satisfies PlainFields<
  typeof coachRow,
  typeof coachForm
>

export const applicantRow = z.object({
  id: z.int(),
  name: z.string(),
  phone: maskedPhone,
  configId: z.int(),
  configTitle: z.string(),
  schoolId: z.int(),
  schoolName: z.string(),
  coachId: z.int().nullable(),
  coachName: z.string().nullable(),
  gearType: z.string(),
  appliedAt: instant,
  state: applicationState,
  reason: z.string().nullable(),
  /** The student that the confirmation added or enrolled again. */
  userId: z.int().nullable(),
  /** The version of the privacy notice that they agreed to in the school's app; null: it named none, or one that is not published. */
  noticeVersion: z.int().nullable(),
})
export type ApplicantRow = z.output<typeof applicantRow>

export const applicantList = listColumns(applicantRow, {
  name: column.text('姓名', { sortable: true }),
  state: column.choice('状态', applicationStates),
  phone: column.code('手机号'),
  configTitle: column.text('招生配置', { sortable: true, widest: 200 }),
  gearType: gearColumn,
  schoolName: column.text('驾校', { widest: 180 }),
  coachName: column.text('教练'),
  appliedAt: column.time('报名时间', { sortable: true }),
  reason: column.text('原因', { widest: 200 }),
})
export type ApplicantSortField = SortField<typeof applicantList>

/** One simulator of a school, the configurations it serves and the coaches who are bound with it there. */
export const bindingRow = z.object({
  simulatorId: z.int(),
  simulatorName: z.string(),
  simulatorNum: z.string(),
  schoolId: z.int(),
  carNum: z.string().nullable(),
  classroomName: z.string().nullable(),
  configs: z.array(z.object({ id: z.int(), title: z.string(), coaches: z.array(z.string()) })),
})
export const boundSimulatorRow = bindingRow.extend({ schoolName: z.string() })
export type BoundSimulatorRow = z.output<typeof boundSimulatorRow>
/** The coaches that the configurations bind with a simulator. */
export const coachesOf = ({ configs }: BoundSimulatorRow) => [
  ...new Set(configs.flatMap(({ coaches }) => coaches)),
]
export const bindingList = listColumns(boundSimulatorRow, {
  simulatorName: column.text('设备名称'),
  simulatorNum: column.code('设备编号'),
  carNum: column.text('车牌号'),
  schoolName: column.text('驾校', { widest: 180 }),
  classroomName: column.text('教室', { widest: 160 }),
  configs: column.special('招生配置'),
  coaches: column.special('教练', { widest: 220 }),
})

/** Refusals about enrolment: −124yy. */
export const enrolmentErrors = {
  configTitleTaken: error(-12401, (title: string) => `“${title}”已有同名的招生配置，请换一个标题`),
  coachPhoneTaken: error(-12402, '本驾校已有使用该手机号的教练，请核对后重试'),
  roomOfAnotherSchool: error(-12403, '所选教室不属于教练的驾校，请重新选择教室'),
  coachOfAnotherSchool: error(-12404, '所选教练不属于该招生配置的驾校或已离职，请重新选择教练'),
  simulatorOfAnotherSchool: error(-12405, '所选设备不属于该招生配置的驾校，请重新选择设备'),
  applicationNot: error(-12406, (state: string) => `该申请${state}，不能再处理，请刷新列表`),
  applicantStudies: error(
    -12407,
    (gear: string) => `该学员已在本驾校学习 ${gear}，无需再次报名，请拒绝该申请`,
  ),
  coachStillUsed: error(
    -12408,
    (name: string, uses: string) => `教练“${name}”仍有 ${uses}，不能删除，请改为离职`,
  ),
} as const
