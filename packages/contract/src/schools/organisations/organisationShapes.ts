import { z } from 'zod'
import { cleanedPhone } from '../../cleaned.ts'
import { simulatorState } from '../../devices/devices/deviceShapes.ts'
import { enabledStates, switchMachine } from '../../enabled.ts'
import { error, refuse } from '../../errors.ts'
import { clock, filter, id, nameText, optionalName, optionalText, type PlainFields } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { areaCode } from '../areas.ts'

/** Kinds of organisation (product: a service point belongs to a school). */
export const organisationTypes = { platform: '平台', school: '驾校', servicePoint: '服务点' } as const
export type OrganisationType = keyof typeof organisationTypes
export const organisationType = choice(organisationTypes)
export const enabledState = choice(enabledStates)

/** A disabled organisation takes nobody and nothing new; what is below it is not touched. */
export const organisationSwitch = (type: OrganisationType) =>
  switchMachine(state => refuse(organisationErrors.alreadySo, organisationTypes[type], state))
export const classroomSwitch = switchMachine(state => refuse(organisationErrors.alreadySo, '教室', state))

export const organisation = z.object({
  organizationId: z.int(),
  name: z.string(),
  type: organisationType,
  parentId: z.int().nullable(),
  state: enabledState,
})
export type Organisation = z.output<typeof organisation>
export type OrganisationNode = Organisation & { children: OrganisationNode[] }
export const organisationNode: z.ZodType<OrganisationNode> = organisation
  .extend({
    get children() {
      return z.array(organisationNode)
    },
  })
  // By this name it refers to itself in the API's document.
  .meta({ id: 'OrganisationNode' })

/** A school or service point as its list shows it; the counts are of what hangs below. */
export const organisationRow = organisation.extend({
  parentName: z.string().nullable(),
  provinceId: z.string().nullable(),
  cityId: z.string().nullable(),
  area: z.string().nullable(),
  address: z.string().nullable(),
  contact: z.string().nullable(),
  phone: z.string().nullable(),
  servicePoints: z.int(),
  classrooms: z.int(),
  simulators: z.int(),
  students: z.int(),
  version: z.int(),
})
export type OrganisationRow = z.output<typeof organisationRow>
const stateAndArea = {
  state: column.choice('状态', enabledStates),
  area: column.text('地区', { widest: 160 }),
}
const contacts = {
  contact: column.text('联系人'),
  phone: column.text('联系电话'),
  address: column.text('详细地址', { widest: 240, optional: true }),
}
export const schoolList = listColumns(organisationRow, {
  name: column.text('名称', { widest: 240 }),
  ...stateAndArea,
  servicePoints: column.number('服务点数'),
  classrooms: column.number('教室数'),
  simulators: column.number('设备数'),
  students: column.number('学员数'),
  ...contacts,
})
export const servicePointList = listColumns(organisationRow, {
  name: column.text('名称'),
  parentName: column.text('所属驾校', { only: 'file' }),
  ...stateAndArea,
  classrooms: column.number('教室数'),
  simulators: column.number('设备数'),
  students: column.number('学员数', { only: 'screen' }),
  ...contacts,
})

/** What a new school needs before it can begin, in the order in which it is made; nothing of one: that is to be done. */
export const setupSteps = ['classrooms', 'devices', 'members', 'courses', 'contracts'] as const
export type SetupStep = (typeof setupSteps)[number]

/**
 * A school and what hangs below it. `setup` counts what is in use: enabled classrooms, devices and members, courses that
 * its app offers, contracts that run or are to begin. Nothing is stored of it, so that a step that is undone comes back.
 */
export const schoolInfo = z.object({
  students: z.int(),
  simulators: z.record(simulatorState, z.int()),
  /** Applications that wait to be confirmed. */
  waitingApplicants: z.int(),
  setup: z.record(z.enum(setupSteps), z.int()),
})
export type SchoolInfo = z.output<typeof schoolInfo>

const telephone = z.union([
  z.literal('').transform(() => null),
  z.null(),
  cleanedPhone.regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/, '电话应为手机号或带区号的座机号'),
])

export const organisationForm = z.object({
  name: label('名称', nameText(100)),
  /** A service point's school; missing for a school, which belongs to the platform. */
  parentId: label('所属驾校', filter(id)),
  provinceId: label('所在地区', areaCode),
  /** A city of the province; missing only where the standard has none (Hong Kong, Macau, Taiwan). */
  cityId: label('城市', filter(areaCode)),
  address: label('详细地址', optionalText(200)),
  contact: label('联系人', optionalName(50)),
  phone: label(
    '联系电话',
    telephone.optional().transform(value => value ?? null),
  ),
})

export const organisationPlainFields = ['name', 'address', 'contact', 'phone'] as const satisfies PlainFields<
  typeof organisationRow,
  typeof organisationForm
>

export const classroom = z.object({
  roomId: z.int(),
  roomName: z.string(),
  organId: z.int(),
  schoolId: z.int(),
})
export type Classroom = z.output<typeof classroom>

export const classroomRow = classroom.extend({
  organName: z.string(),
  address: z.string().nullable(),
  opensAt: clock,
  closesAt: clock,
  seats: z.int(),
  ip: z.string().nullable(),
  simulators: z.int(),
  state: enabledState,
  version: z.int(),
})
export type ClassroomRow = z.output<typeof classroomRow>
export const classroomList = listColumns(classroomRow, {
  roomName: column.text('教室名称'),
  state: column.choice('状态', enabledStates),
  organName: column.text('所属机构', { widest: 200 }),
  hours: column.special('开放时间', { only: 'screen' }),
  opensAt: column.text('开门时间', { beside: 'hours' }),
  closesAt: column.text('关门时间', { beside: 'hours' }),
  seats: column.number('座位数'),
  simulators: column.number('设备数'),
  ip: column.text('网络地址'),
  address: column.text('详细地址', { widest: 240 }),
})

export const classroomForm = z.object({
  roomName: label('教室名称', nameText(100)),
  organId: label('所属机构', id),
  address: label('详细地址', optionalText(200)),
  opensAt: label('开门时间', clock),
  closesAt: label('关门时间', clock),
  seats: label('座位数', z.int().min(1).max(1000)),
  ip: label(
    '网络地址',
    z
      .union([
        z.literal('').transform(() => null),
        z.null(),
        z.union([z.ipv4(), z.ipv6()], { error: '教室网络地址格式不正确，应如 192.168.1.1' }),
      ])
      .optional()
      .transform(value => value ?? null),
  ),
})
export const openingHours = (room: { opensAt: string; closesAt: string }, context: z.RefinementCtx) => {
  if (room.opensAt >= room.closesAt)
    context.addIssue({ code: 'custom', path: ['closesAt'], message: '关门时间必须晚于开门时间' })
}

/** How `usage` calls the devices that forbid disabling a place for now (`trainingThere`). */
export const trainingUse = '正在训练的设备'

/** Refusals about organisations and classrooms: −120yy. */
export const organisationErrors = {
  platformOnly: error(-12001, (what: string) => `${what}由平台统一维护，请联系平台管理员`),
  nameTaken: error(-12002, (name: string) => `名称“${name}”已被使用，请换一个`),
  ownParent: error(-12003, '机构不能设为自己的上级，请选择其他驾校'),
  parentNotSchool: error(-12004, '服务点的上级必须是驾校，请重新选择'),
  schoolHasNoParent: error(-12005, '驾校直属平台，不能设上级机构'),
  areaUnknown: error(-12006, '所选城市不属于所选省份，请重新选择地区'),
  trainingThere: error(
    -12007,
    (what: string, devices: number) => `${what}内有 ${devices} 台设备正在训练，请等训练结束后再操作`,
  ),
  alreadySo: error(-12008, (what: string, state: string) => `${what}已经是${state}状态，请刷新列表`),
} as const
