import { z } from 'zod'
import { cleanedCode } from '../../cleaned.ts'
import { error, refuse } from '../../errors.ts'
import {
  ascendingRule,
  businessDay,
  filter,
  id,
  instant,
  longestRangeDays,
  nameText,
  optionalCode,
  optionalText,
  organId,
  type PlainFields,
  roomId,
  schoolId,
  searchFilter,
} from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { column, listColumns, type SortField } from '../../lists.ts'
import { machine } from '../../machine.ts'
import { commandName } from '../telemetry/telemetry.ts'

/** The state shown, which follows from four facts: `disabled`, else `offline`, else `fault`, else `training`, else `idle`. */
export const simulatorStates = {
  idle: '空闲',
  training: '训练中',
  fault: '故障',
  offline: '离线',
  disabled: '停用',
} as const
export type SimulatorState = keyof typeof simulatorStates
export const simulatorState = choice(simulatorStates)

/**
 * The word for a simulator's state. One that has never reported is 未接入: its `stateId` is `offline`, it counts as that,
 * but nothing is wrong with it, so that nobody is told.
 * @param simulator `lastSeenAt` in any form; null until it first reported
 */
export function stateNameOf(simulator: {
  readonly stateId: SimulatorState
  readonly lastSeenAt: unknown
}): string {
  const { stateId, lastSeenAt } = simulator
  return stateId === 'offline' && lastSeenAt === null ? '未接入' : simulatorStates[stateId]
}

/** What may be done to a simulator in each state, which follows from its facts. */
export const simulatorMachine = machine(
  simulatorStates,
  {
    enable: { from: ['disabled'], label: '启用设备' },
    disable: { from: ['idle', 'fault', 'offline'], label: '停用设备' },
    move: { from: ['idle', 'fault', 'offline', 'disabled'], label: '移动设备' },
    command: { from: ['idle', 'training', 'fault'], label: '发送指令' },
  },
  (_step, state, action) => {
    if (action === 'enable') return refuse(deviceErrors.deviceAlreadySo, '启用')
    if (state === 'training') return refuse(deviceErrors.deviceTraining)
    if (state === 'offline') return refuse(deviceErrors.deviceOffline)
    return action === 'command'
      ? refuse(deviceErrors.deviceDisabled)
      : refuse(deviceErrors.deviceAlreadySo, '停用')
  },
)

/** Serial number on the label: capitals, digits and hyphens; small letters are raised. */
export const simulatorNum = label(
  '设备编号',
  cleanedCode.toUpperCase().regex(/^[A-Z0-9-]{4,32}$/, '设备编号只能用 4 至 32 个字母、数字或连字符'),
)

export const simulatorId = label('设备', id)

/** Whoever sees simulators, and what repairs them needs to see of one. */
export const anyDevice = ['device', 'device:simulator', 'device:running', 'device:teachData'] as const
export const anyDeviceOrOps = [...anyDevice, 'ops'] as const

/** One simulator as lists show it. `stateName` is the word for `stateId`; `lastSeenAt` is null until it first reported. */
export const simulatorRow = z.object({
  simulatorId: z.int(),
  simulatorName: z.string(),
  simulatorNum: z.string(),
  organId: z.int(),
  organName: z.string(),
  roomId: z.int(),
  classroomName: z.string(),
  headsetIp: z.string().nullable(),
  bindNum: z.string().nullable(),
  carNum: z.string().nullable(),
  model: z.string().nullable(),
  stateId: simulatorState,
  stateName: z.string(),
  lastSeenAt: instant.nullable(),
  version: z.int(),
})
export type SimulatorRow = z.output<typeof simulatorRow>
export const simulatorList = listColumns(simulatorRow, {
  simulatorName: column.text('设备名称', { sortable: true, widest: 200 }),
  stateId: column.choice('状态', simulatorStates),
  simulatorNum: column.code('设备编号', { sortable: true }),
  carNum: column.text('车牌号', { sortable: true }),
  organName: column.text('机构', { widest: 200 }),
  classroomName: column.text('教室', { widest: 160 }),
  lastSeenAt: column.time('最近上报', { sortable: true, missing: '从未上报' }),
  bindNum: column.text('绑定编号', { optional: true }),
  headsetIp: column.code('头显 IP'),
  model: column.text('型号', { optional: true, widest: 160 }),
})
export type SimulatorSortField = SortField<typeof simulatorList>

export const simulatorDetail = simulatorRow.extend({
  softwareVersion: z.string().nullable(),
  installedAt: businessDay.nullable(),
  warrantyUntil: businessDay.nullable(),
  /** The four facts behind `stateId`. */
  online: z.boolean(),
  activity: z.enum(['idle', 'training']),
  health: z.enum(['ok', 'fault']),
  enabled: z.boolean(),
  /** Since when several devices report under this number; until that is over its state stands still. */
  sharedSince: instant.nullable(),
  /** By how much its clock is ahead of the server's; null where it is not known yet. */
  clockOffsetSeconds: z.int().nullable(),
})
export type SimulatorDetail = z.output<typeof simulatorDetail>

/** Whether a simulator has ever reported. */
export const connectedWords = { yes: '已接入', no: '未接入' } as const

/** Filters of the device list and of its export (spec §3 "Simulator list filter"); parts of names and numbers. */
export const simulatorFilter = {
  organId: filter(organId),
  /** A school's and its service points'. */
  schoolId: filter(schoolId),
  roomId: filter(roomId),
  simulatorNum: label('设备编号', searchFilter(32)),
  simulatorName: label('设备名称', searchFilter(50)),
  carNum: label('车牌号', searchFilter(20)),
  stateId: label('状态', filter(simulatorState)),
  connected: label('接入', filter(choice(connectedWords))),
}

/** A day that can be cleared with null or an empty text. Left out it stays, so that older clients, which do not know it, keep it. */
const dayOrNone = z.union([z.literal('').transform(() => null), z.null(), businessDay]).optional()

/** What a simulator's form holds; `simulatorId` is missing when it is added. */
export const simulatorFields = z.object({
  simulatorName: label('设备名称', nameText(50)),
  simulatorNum,
  organId,
  roomId,
  headsetIp: label(
    '头显 IP',
    z
      .union([
        z.literal('').transform(() => null),
        z.null(),
        z.union([z.ipv4(), z.ipv6()], { error: '头显 IP 格式不正确，应如 192.168.1.20' }),
      ])
      .optional()
      .transform(value => value ?? null),
  ),
  bindNum: label('绑定编号', optionalCode(20)),
  carNum: label('车牌号', optionalCode(20)),
  model: label('型号', optionalText(50)),
  installedAt: label('安装日期', dayOrNone),
  warrantyUntil: label('保修截止', dayOrNone),
})
const { installedAt, warrantyUntil } = simulatorFields.shape
export const warrantyRange = ascendingRule({ installedAt, warrantyUntil }, '保修截止不能早于安装日期')
/** Rules shared by form and server. */
export const simulatorForm = simulatorFields.superRefine(...warrantyRange)

export const simulatorPlainFields = [
  'headsetIp',
  'bindNum',
  'carNum',
  'model',
] as const satisfies PlainFields<typeof simulatorRow, typeof simulatorForm>
/** Those that only the page of one simulator shows. */
export const simulatorDetailPlainFields = ['installedAt', 'warrantyUntil'] as const satisfies PlainFields<
  typeof simulatorDetail,
  typeof simulatorForm
>

/** What is printed on the label of a device. */
export const qrCode = z.object({
  url: z.string(),
  simulatorNum: z.string(),
  simulatorName: z.string(),
  carNum: z.string().nullable(),
  /** The code itself as SVG, ready to print. */
  svg: z.string(),
})

const useFigures = {
  times: z.int(),
  seconds: z.int(),
  effectiveSeconds: z.int(),
  people: z.int(),
}
/**
 * Use of one device day by day; `people` of a total counts a person once. Seconds; business days. `before` is the total of
 * as many days right before: where today is one of the days, without what had not ended at this time of its counterpart.
 */
export const usage = z.object({
  days: z.array(z.object({ date: businessDay, ...useFigures })),
  total: z.object(useFigures),
  before: z.object(useFigures),
})
export type Usage = z.output<typeof usage>

/** Use of one simulator at one school. It belongs to where it happened: one that was moved since has no `classroomName`. */
export const usageRow = z.object({
  ...simulatorRow.pick({ simulatorId: true, simulatorName: true, simulatorNum: true, carNum: true }).shape,
  classroomName: z.string().nullable(),
  ...useFigures,
})
export type UsageRow = z.output<typeof usageRow>
const rate = column.special('有效率', { numeric: true, unit: '%' })
export const usageList = listColumns(usageRow, {
  simulatorName: column.text('设备名称', { widest: 200 }),
  simulatorNum: column.code('设备编号'),
  carNum: column.text('车牌号'),
  classroomName: column.text('教室', { widest: 160 }),
  seconds: column.seconds('训练时长'),
  effectiveSeconds: column.seconds('有效时长', { only: 'file' }),
  times: column.number('训练次数'),
  people: column.number('训练人数'),
  rate,
})

export const sessionEndings = { running: '进行中', normal: '正常结束', abnormal: '异常结束' } as const

/** One training session as lists show it. `studentName` is null where the student is unknown or of another school. */
export const sessionRow = z.object({
  recordId: z.int(),
  simulatorId: z.int(),
  studentId: z.int().nullable(),
  studentName: z.string().nullable(),
  /** null: the device named no module that is known; `moduleName` says so. */
  moduleId: z.int().nullable(),
  moduleName: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  seconds: z.int(),
  effectiveSeconds: z.int(),
  score: z.int().nullable(),
  passed: z.boolean().nullable(),
  errors: z.array(z.object({ subSubject: z.string(), text: z.string(), points: z.int() })),
  ending: choice(sessionEndings),
})
export type SessionRow = z.output<typeof sessionRow>
export const sessionList = listColumns(sessionRow, {
  startedAt: column.time('开始时间'),
  endedAt: column.time('结束时间', { only: 'file' }),
  studentName: column.text('学员'),
  moduleName: column.text('模块', { widest: 200 }),
  seconds: column.seconds('训练时长'),
  effectiveSeconds: column.seconds('有效时长', { optional: true }),
  rate,
  score: column.number('得分'),
  passed: column.special('结果'),
  errors: column.special('扣分项'),
})

/** A session as the older call for the use of a device tells it. */
export const usingRecord = sessionRow.pick({
  recordId: true,
  studentName: true,
  moduleName: true,
  startedAt: true,
  endedAt: true,
  seconds: true,
  score: true,
})

/** Longest answer of the older call; more rows are refused with a sentence. */
export const longestUsingRecords = longestRangeDays * 50

/** `sent` waits for the device's answer; `expired` was never answered within its lifetime. */
export const commandStates = {
  sent: '等待应答',
  done: '已执行',
  failed: '执行失败',
  expired: '已过期',
} as const
export const commandRow = z.object({
  commandId: z.uuid(),
  command: commandName,
  state: choice(commandStates),
  text: z.string().nullable(),
  sentBy: z.string(),
  sentAt: instant,
  answeredAt: instant.nullable(),
})
export type CommandRow = z.output<typeof commandRow>

export const intervalRow = z.object({
  fact: z.enum(['link', 'activity', 'health', 'administration']),
  value: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
})
export type IntervalRow = z.output<typeof intervalRow>

/** The defaults of offline reminders; times of day as `HH:mm`. */
export const offlineDefaults = z.object({
  /** Minutes offline before a reminder. */
  createLimit: z.int(),
  ableTimeBegin: z.string(),
  ableTimeEnd: z.string(),
  /** Days between reminders. */
  effectiveTime: z.int(),
  version: z.int(),
})

/** Refusals about simulators: −102yy. */
export const deviceErrors = {
  snTaken: error(-10201, (sn: string) => `设备编号 ${sn} 已被使用，请核对设备上的编号`),
  roomNotOfOrganisation: error(-10202, '所选教室不属于所选机构，请重新选择教室'),
  organisationDisabled: error(-10203, (name: string) => `机构“${name}”已停用，请先启用或选择其他机构`),
  classroomDisabled: error(-10204, (name: string) => `教室“${name}”已停用，请先启用或选择其他教室`),
  deviceTraining: error(-10205, '设备正在训练中，请等训练结束后再操作'),
  deviceOffline: error(-10206, '设备不在线，指令无法送达，请在设备上线后再试'),
  deviceDisabled: error(-10207, '设备已停用，请先启用'),
  deviceAlreadySo: error(-10208, (state: string) => `设备已经是${state}状态，请刷新列表`),
  snFixed: error(-10210, '设备凭设备编号登录，编号不能修改；如已更换设备，请停用本设备后用新编号新增'),
  tooManyRecords: error(-10211, (most: number) => `记录超过 ${most} 条，请缩短日期范围后重试`),
  addressUnknown: error(
    -10213,
    '标签上要写系统的网址，但系统还不知道自己的网址，请联系管理员设置 PUBLIC_URL 后再打印',
  ),
  commandUnderWay: error(-10212, '上一条指令设备还没有应答，请等它有结果（最多一分钟）后再发送'),
  brokerUnavailable: error(-10209, '设备消息服务暂时不可用，请稍后重试'),
} as const
