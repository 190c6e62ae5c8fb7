import { z } from 'zod'
import { simulatorFilter, simulatorId, simulatorRow } from '../devices/devices/deviceShapes.ts'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { clock, id } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, type DeclaredList, listColumns } from '../lists.ts'
import { page, paging } from '../paging.ts'
import { noticeType } from './noticeTypes.ts'

export * from './noticeTypes.ts'

const base = '/admin/api/manage/center'

/** The three ways a notice reaches a person. `system` is 站内. */
export const noticeChannels = { system: '站内', sms: '短信', email: '邮件' } as const
export type NoticeChannel = keyof typeof noticeChannels
export const noticeChannel = choice(noticeChannels)

/**
 * One row of a person's table (spec §2, §3). `createLimit`: minutes before a notice, 0–1439. `ableTime`: when they may
 * be told, begin and end `HH:mm` of Asia/Shanghai; an end before the begin crosses midnight, equal means all day.
 * `effectiveTime`: days between two notices of one thing, at least 1. `configId` is null until the row was first
 * saved; for types that can ignore devices it never is.
 */
const noticeConfig = z.object({
  configId: z.int().nullable(),
  messageType: noticeType,
  messageTypeChn: z.string(),
  enable: z.boolean(),
  createLimit: z.int(),
  ableTime: z.tuple([clock, clock]),
  ableTimeBegin: clock,
  ableTimeEnd: clock,
  effectiveTime: z.int(),
})
export type NoticeConfig = z.output<typeof noticeConfig>
/** Every field edits its row in place. */
export const noticeList = listColumns(noticeConfig, {
  messageTypeChn: column.text('通知类型'),
  enable: column.yesNo('是否启用', { yes: '启用', no: '禁用' }),
  createLimit: column.special('通知时间', { unit: '分钟' }),
  ableTime: column.special('接收时间段'),
  effectiveTime: column.special('通知间隔（天）'),
})

/** The devices that one row of the table ignores, and the devices that it may ignore. */
export const ignoredDeviceList = listColumns(simulatorRow, {
  simulatorName: column.text('设备名称'),
  organName: column.text('机构', { widest: 200 }),
  classroomName: column.text('教室', { widest: 160 }),
  simulatorNum: column.code('设备编号'),
  binding: column.special('绑定信息'),
})
export const otherDeviceList = listColumns(simulatorRow, {
  organName: column.text('机构', { widest: 200 }),
  classroomName: column.text('教室', { widest: 160 }),
  simulatorNum: column.code('设备编号'),
  headsetIp: column.code('头显 IP'),
  binding: column.special('绑定信息'),
  state: column.special('状态'),
})

/** The edited row as it is sent back; `ableTimeBegin` and `ableTimeEnd` win over `ableTime` where both are there. */
export const noticeConfigForm = z
  .object({
    configId: label('通知设置', id.nullish()),
    messageType: label('通知类型', noticeType),
    enable: label('是否启用', z.boolean()),
    createLimit: label('通知时间', z.int().min(0).max(1439)),
    ableTime: label('接收时间段', z.tuple([clock, clock]).optional()),
    ableTimeBegin: label('接收开始时间', clock.optional()),
    ableTimeEnd: label('接收结束时间', clock.optional()),
    effectiveTime: label('通知间隔（天）', z.int().min(1).max(365)),
  })
  .superRefine((row, context) => {
    const begin = row.ableTimeBegin ?? row.ableTime?.[0]
    const end = row.ableTimeEnd ?? row.ableTime?.[1]
    if (begin === undefined)
      context.addIssue({ code: 'custom', path: ['ableTimeBegin'], message: '请选择接收时间段的开始' })
    if (end === undefined)
      context.addIssue({ code: 'custom', path: ['ableTimeEnd'], message: '请选择接收时间段的结束' })
  })

const list = <const Path extends string>(title: string, path: Path) =>
  endpoint({
    title,
    method: 'GET',
    path: `${base}/${path}`,
    access: 'signedIn',
    input: z.object(paging),
    reply: page(noticeConfig),
    columns: noticeList,
  })
const save = <const Path extends string>(title: string, path: Path) =>
  endpoint({
    title,
    method: 'POST',
    path: `${base}/${path}`,
    access: 'signedIn',
    input: noticeConfigForm,
    reply: noticeConfig,
    change: title,
    record: 'messageType',
  })
const configId = label('通知设置', id)
const devices = <const Path extends string>(title: string, path: Path, columns: DeclaredList) =>
  endpoint({
    title,
    method: 'POST',
    path: `${base}/${path}`,
    access: 'signedIn',
    input: z.object({
      ...paging,
      configId,
      organId: simulatorFilter.organId,
      roomId: simulatorFilter.roomId,
      simulatorNum: simulatorFilter.simulatorNum,
    }),
    reply: page(simulatorRow),
    columns,
  })

/** 通知选项配置 (spec §2, §4, §7): per person and channel; devices left out of a row's reminders. */
export const notices = {
  system: list('系统通知设置', 'systemNoticeConfigList'),
  email: list('邮件通知设置', 'emailNoticeConfigList'),
  sms: list('短信通知设置', 'smsNoticeConfigList'),
  saveSystem: save('修改系统通知设置', 'saveSystemNoticeConfig'),
  saveEmail: save('修改邮件通知设置', 'saveEmailNoticeConfig'),
  saveSms: save('修改短信通知设置', 'saveSmsNoticeConfig'),
  ignoredDevices: devices('忽略设备详情', 'getDisableSimulatorPage', ignoredDeviceList),
  otherDevices: devices('可忽略的设备', 'getUnDisableSimulatorPage', otherDeviceList),
  /** A GET that changes, as the spec has it. */
  stopIgnoring: endpoint({
    title: '移出忽略设备',
    method: 'GET',
    path: `${base}/rmvDisableSimulator`,
    access: 'signedIn',
    input: z.object({ configId, simulatorId }),
    reply: z.literal(true),
    change: '移出忽略设备',
    record: 'configId',
  }),
  ignore: endpoint({
    title: '添加忽略设备',
    method: 'POST',
    path: `${base}/addDisableSimulators`,
    access: 'signedIn',
    input: z.object({ configId, simulatorIds: label('设备', z.array(id).min(1).max(1000)) }),
    reply: z.literal(true),
    change: '添加忽略设备',
    record: 'configId',
  }),
}

/** Refusals about notices: −106yy. */
export const noticeErrors = {
  noticeIgnoresNothing: error(-10602, (type: string) => `“${type}”与设备无关，没有忽略设备`),
} as const
