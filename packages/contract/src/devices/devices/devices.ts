import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import {
  beginDate,
  checkRange,
  enabled,
  endDate,
  filter,
  id,
  schoolId,
  searchFilter,
  startDate,
  version,
} from '../../fields.ts'
import { label } from '../../labels.ts'
import { sortWords } from '../../lists.ts'
import { fileOf, page, paging, sorting, wholeNumber } from '../../paging.ts'
import { commandName } from '../telemetry/telemetry.ts'
import { deviceChoices } from './deviceChoices.ts'
import { communication, watch, watched } from './deviceCommunication.ts'
import { faultList, faultRow } from './deviceFaults.ts'
import { findSimulator } from './deviceFinding.ts'
import { importDevices } from './deviceImport.ts'
import { scannedLabel } from './deviceLabel.ts'
import {
  anyDevice,
  anyDeviceOrOps,
  commandRow,
  intervalRow,
  qrCode,
  sessionList,
  sessionRow,
  simulatorDetail,
  simulatorFields,
  simulatorFilter,
  simulatorForm,
  simulatorId,
  simulatorList,
  simulatorRow,
  usage,
  usageList,
  usageRow,
  usingRecord,
  warrantyRange,
} from './deviceShapes.ts'

const fromStartDate = z
  .object({ simulatorId, startDate, endDate })
  .superRefine((value, context) => checkRange(value.startDate, value.endDate, context))
const fromBeginDate = z
  .object({ simulatorId, beginDate, endDate })
  .superRefine((value, context) => checkRange(value.beginDate, value.endDate, context))

/** The sessions of a device that began on these business days, in this hour of the day, in modules of this name. */
const sessionFilter = {
  simulatorId,
  beginDate: filter(beginDate),
  endDate: filter(endDate),
  hour: label('时段', filter(wholeNumber(0, 23))),
  moduleName: label('模块', searchFilter(50)),
}

const sessionDays = (
  value: { beginDate?: string | undefined; endDate?: string | undefined },
  context: z.RefinementCtx,
) => checkRange(value.beginDate, value.endDate, context)

const simulator = '/device/api/simulator'
const byId = z.object({ simulatorId })

/** Simulators: spec §7 "Device", and what the screens need besides. */
export const devices = {
  list: endpoint({
    title: '设备列表',
    forKeys: 'read',
    method: 'POST',
    path: `${simulator}/getList`,
    access: ['device:simulator', 'device:running'],
    input: z.object({ ...paging, ...simulatorFilter, ...sorting(sortWords(simulatorList)) }),
    reply: page(simulatorRow),
    columns: simulatorList,
  }),
  find: findSimulator,
  export: fileOf(
    'list',
    { title: '导出设备列表', forKeys: 'read', path: `${simulator}/export`, access: ['device:simulator'] },
    simulatorFilter,
  ),
  baseInfo: endpoint({
    title: '设备基础信息',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/detail/baseInfo`,
    access: anyDeviceOrOps,
    input: byId,
    reply: simulatorDetail,
  }),
  usingInfo: endpoint({
    title: '设备使用情况',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/detail/usingInfo`,
    access: anyDevice,
    input: fromStartDate,
    reply: usage,
  }),
  latestWeekInfo: endpoint({
    title: '设备最近七天使用情况',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/detail/latestWeekInfo`,
    access: anyDevice,
    input: byId,
    reply: usage,
  }),
  /** Use of a school's simulators together, its service points' too: today and the 29 days before. */
  schoolUse: endpoint({
    title: '驾校最近三十天使用情况',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/schoolUse`,
    access: ['organ:school'],
    input: z.object({ schoolId }),
    reply: usage,
  }),
  /** The rows behind `schoolUse`, the most used first. Simulators of the school that were not used come last. */
  schoolUsePage: endpoint({
    title: '驾校最近三十天各设备使用情况',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/schoolUsePage`,
    access: ['device:simulator'],
    input: z.object({ ...paging, schoolId }),
    reply: page(usageRow),
    columns: usageList,
  }),
  schoolUseExport: fileOf(
    'schoolUsePage',
    {
      title: '导出驾校最近三十天各设备使用情况',
      forKeys: 'read',
      path: `${simulator}/schoolUseExport`,
      access: ['device:simulator'],
    },
    { schoolId },
  ),
  sessions: endpoint({
    title: '设备训练记录',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/detail/sessions`,
    access: anyDevice,
    input: z.object({ ...paging, ...sessionFilter }).superRefine(sessionDays),
    reply: page(sessionRow).extend({
      /** The last business day of those asked for whose sessions are archived, and not in the list; null where none are. */
      archivedUntil: z.iso.date().nullable(),
    }),
    columns: sessionList,
  }),
  sessionExport: fileOf(
    'sessions',
    {
      title: '导出设备训练记录',
      forKeys: 'read',
      path: `${simulator}/detail/sessionExport`,
      access: anyDevice,
    },
    sessionFilter,
    sessionDays,
  ),
  faults: endpoint({
    title: '设备故障记录',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/detail/faults`,
    access: anyDeviceOrOps,
    input: z.object({ ...paging, simulatorId }),
    reply: page(faultRow),
    columns: faultList,
  }),
  faultExport: fileOf(
    'faults',
    {
      title: '导出设备故障记录',
      forKeys: 'read',
      path: `${simulator}/detail/faultExport`,
      access: anyDevice,
    },
    { simulatorId },
  ),
  /** The four facts' intervals of the last 24 hours, for the strip of states. */
  intervals: endpoint({
    title: '设备最近 24 小时状态',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/detail/intervals`,
    access: anyDeviceOrOps,
    input: byId,
    reply: z.array(intervalRow),
  }),
  commands: endpoint({
    title: '设备指令记录',
    forKeys: 'read',
    method: 'GET',
    path: `${simulator}/detail/commands`,
    access: anyDevice,
    input: byId,
    reply: z.array(commandRow),
  }),
  communication,
  watch,
  watched,
  add: endpoint({
    title: '新增设备',
    forKeys: 'write',
    method: 'POST',
    path: `${simulator}/add`,
    access: ['device:edit'],
    input: simulatorForm,
    /** `deviceKey` is shown once: a repeated call gets null. */
    reply: z.object({ simulatorId: z.int(), deviceKey: z.string().nullable() }),
    change: '新增设备',
    secret: ['deviceKey'],
  }),
  modify: endpoint({
    title: '修改设备',
    forKeys: 'write',
    method: 'POST',
    path: `${simulator}/modify`,
    access: ['device:edit'],
    input: simulatorFields.extend({ simulatorId, version }).superRefine(...warrantyRange),
    reply: z.object({ simulatorId: z.int() }),
    change: '修改设备',
    record: 'simulatorId',
  }),
  import: importDevices,
  addOrUpdate: endpoint({
    title: '新增或修改设备',
    method: 'POST',
    path: `${simulator}/addOrUpd`,
    access: ['device:edit'],
    input: simulatorFields
      .extend({ simulatorId: filter(simulatorId), version })
      .superRefine(...warrantyRange),
    reply: z.object({ simulatorId: z.int(), deviceKey: z.string().nullable().optional() }),
    change: '新增或修改设备',
    record: 'simulatorId',
    secret: ['deviceKey'],
  }),
  move: endpoint({
    title: '移动设备到其他教室',
    method: 'POST',
    path: `${simulator}/move`,
    access: ['device:edit'],
    input: z.object({
      simulatorId,
      organId: label('移动到机构', id),
      roomId: label('移动到教室', id),
      version,
    }),
    reply: z.literal(true),
    change: '移动设备',
    record: 'simulatorId',
  }),
  setEnabled: endpoint({
    title: '启用或停用设备',
    method: 'POST',
    path: `${simulator}/setEnabled`,
    access: ['device:edit'],
    input: z.object({ simulatorId, enabled }),
    reply: z.literal(true),
    change: '启用或停用设备',
    record: 'simulatorId',
  }),
  renewKey: endpoint({
    title: '更换设备密钥',
    method: 'POST',
    path: `${simulator}/renewKey`,
    access: ['device:edit'],
    input: byId,
    reply: z.object({ deviceKey: z.string().nullable() }),
    change: '更换设备密钥',
    stepUp: 'recent',
    record: 'simulatorId',
    secret: ['deviceKey'],
  }),
  command: endpoint({
    title: '向设备发送指令',
    method: 'POST',
    path: `${simulator}/command`,
    access: ['device:edit'],
    input: z.object({ simulatorId, command: label('指令', commandName) }),
    reply: z.object({ commandId: z.uuid() }),
    change: '发送设备指令',
    record: 'simulatorId',
  }),
  qrCode: endpoint({
    title: '设备二维码内容',
    method: 'POST',
    path: `${simulator}/qrCodeInfo`,
    access: ['device:simulator'],
    input: byId,
    reply: qrCode,
  }),
  /** What a scanned label (`/d/<SN>?c=<check>`) leads to for staff; the check keeps numbers from being guessed. */
  ofLabel: endpoint({
    title: '扫码查设备',
    method: 'GET',
    path: `${simulator}/ofLabel`,
    access: anyDeviceOrOps,
    input: scannedLabel,
    reply: z.object({ simulatorId: z.int() }),
    perMinute: 60,
  }),

  ...deviceChoices,
  usingRecords: endpoint({
    title: '设备使用记录',
    forKeys: 'read',
    method: 'GET',
    path: '/cgs/api/device/get_simulator_using_record/{simulatorId}/{beginDate}/{endDate}',
    access: anyDevice,
    params: fromBeginDate,
    reply: z.array(usingRecord),
  }),
}
