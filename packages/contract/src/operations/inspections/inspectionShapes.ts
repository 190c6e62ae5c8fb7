import { z } from 'zod'
import { enabledStates, switchMachine } from '../../enabled.ts'
import { error, refuse } from '../../errors.ts'
import { businessDay, instant } from '../../fields.ts'
import { choice } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { machine } from '../../machine.ts'
import { organisationErrors } from '../../schools/organisations/organisationShapes.ts'
import { checklistItem } from './checklists.ts'

export const planKinds = { maintenance: '保养', inspection: '巡检' } as const
export type PlanKind = keyof typeof planKinds
export const planKind = choice(planKinds)

export const planSwitch = switchMachine(state => refuse(organisationErrors.alreadySo, '保养计划', state))
export const checklistSwitch = switchMachine(state => refuse(organisationErrors.alreadySo, '检查清单', state))

const kindColumn = column.choice('类别', planKinds)
const enabledColumn = column.yesNo('状态', { yes: enabledStates.enabled, no: enabledStates.disabled })

/** A maintenance plan as its list shows it. */
export const planRow = z.object({
  planId: z.int(),
  name: z.string(),
  kind: planKind,
  checklistId: z.int(),
  checklistName: z.string(),
  organs: z.array(z.object({ organId: z.int(), organName: z.string() })),
  /** None: all models. */
  models: z.array(z.string()),
  everyDays: z.int().nullable(),
  everyHours: z.int().nullable(),
  leadDays: z.int(),
  needsSignature: z.boolean(),
  needsPicture: z.boolean(),
  enabled: z.boolean(),
  /** Devices that it covers, and when the first of them is due by days. */
  devices: z.int(),
  nextDueOn: businessDay.nullable(),
  version: z.int(),
})
export type PlanRow = z.output<typeof planRow>
export const planList = listColumns(planRow, {
  name: column.text('计划名称', { widest: 200 }),
  kind: kindColumn,
  cycle: column.special('周期', { only: 'screen' }),
  everyDays: column.number('间隔天数', { beside: 'cycle' }),
  everyHours: column.number('间隔训练小时', { beside: 'cycle' }),
  organs: column.special('适用机构', { widest: 240 }),
  models: column.names('适用型号', { widest: 160, optional: true }),
  checklistName: column.text('检查清单', { widest: 180 }),
  devices: column.number('设备数'),
  nextDueOn: column.day('最近到期'),
  leadDays: column.number('提前天数', { optional: true }),
  needs: column.special('提交要求', { optional: true }),
  enabled: enabledColumn,
})
/** Names of the organisations that a plan is for; its models; what has to be there when it is submitted. */
export const organsOf = ({ organs }: PlanRow) => organs.map(({ organName }) => organName).join('、')
export const modelsOf = ({ models }: PlanRow) => models.join('、') || '全部'
export const needsOf = ({ needsSignature, needsPicture }: PlanRow) =>
  [needsSignature && '签字', needsPicture && '照片'].filter(Boolean).join('、')

/** A device of a plan: when it is due next, and the order that waits to be done. */
export const planDeviceRow = z.object({
  planId: z.int(),
  planName: z.string(),
  kind: planKind,
  simulatorId: z.int(),
  simulatorName: z.string(),
  simulatorNum: z.string(),
  carNum: z.string().nullable(),
  organId: z.int(),
  organName: z.string(),
  roomId: z.int(),
  classroomName: z.string(),
  /** When it was done last; what was never done counts from the plan's creation. */
  lastDoneAt: instant,
  /** The day of an order that was closed since, from which the next turn counts. */
  skippedOn: businessDay.nullable(),
  /** By days; null where the plan counts hours alone. */
  dueOn: businessDay.nullable(),
  /** Whole hours of training until it is due, 0 where it is; null where the plan counts days alone. */
  hoursLeft: z.int().nullable(),
  due: z.boolean(),
  orderId: z.int().nullable(),
  orderNo: z.string().nullable(),
})
export type PlanDeviceRow = z.output<typeof planDeviceRow>
export const planDeviceList = listColumns(planDeviceRow, {
  simulatorName: column.text('设备', { widest: 180 }),
  carNum: column.text('车牌号'),
  simulatorNum: column.code('设备编号'),
  place: column.special('位置', { widest: 240 }),
  planName: column.text('计划', { widest: 180 }),
  kind: kindColumn,
  dueOn: column.day('到期'),
  hoursLeft: column.number('还可训练', { unit: '小时' }),
  lastDoneAt: column.time('上次完成'),
  order: column.special('工单'),
})

/** How near a device's turn is, on a given day: 即将到期 while its order is made in advance; null: not near. */
export function dueWord(
  { due, dueOn, hoursLeft }: Pick<PlanDeviceRow, 'due' | 'dueOn' | 'hoursLeft'>,
  today: string,
): string | null {
  if (!due) return null
  return hoursLeft === 0 || (dueOn !== null && dueOn <= today) ? '已到期' : '即将到期'
}

/** The planned orders of a day. */
export const visitDay = z.object({
  date: businessDay,
  orders: z.int(),
  done: z.int(),
  /** Devices that passed, failed and were left out. */
  pass: z.int(),
  fail: z.int(),
  skip: z.int(),
})
export type VisitDay = z.output<typeof visitDay>

export const checklistRow = z.object({
  checklistId: z.int(),
  name: z.string(),
  items: z.array(checklistItem),
  enabled: z.boolean(),
  /** Plans that use it. */
  plans: z.int(),
  /** The organisation of who made it. Only people with this organisation in their scope may change it. */
  organId: z.int(),
  organName: z.string(),
  version: z.int(),
})
export type ChecklistRow = z.output<typeof checklistRow>
export const checklistList = listColumns(checklistRow, {
  name: column.text('清单名称', { widest: 220 }),
  items: column.special('检查项目', { widest: 420 }),
  count: column.special('项数', { numeric: true }),
  plans: column.number('使用的计划'),
  organName: column.text('所属机构', { widest: 180, optional: true }),
  enabled: enabledColumn,
})

export const stocktakeStates = { open: '进行中', closed: '已结束' } as const
export type StocktakeState = keyof typeof stocktakeStates
export const stocktakeState = choice(stocktakeStates)

export const stocktakeMachine = machine(
  stocktakeStates,
  {
    scan: { from: ['open'], label: '扫码' },
    close: { from: ['open'], to: 'closed', label: '结束盘点' },
  },
  () => refuse(inspectionErrors.stocktakeClosed),
)

/** What a scanned code turned out to be. */
const scanResults = {
  present: '在位',
  misplaced: '错位',
  duplicate: '重复',
  unknown: '未知码',
  disabled: '已停用',
} as const
export type ScanResult = keyof typeof scanResults
const scanResult = choice(scanResults)

export const stocktakeRow = z.object({
  stocktakeId: z.int(),
  organId: z.int(),
  organName: z.string(),
  /** Null: the whole organisation. */
  roomId: z.int().nullable(),
  classroomName: z.string().nullable(),
  state: stocktakeState,
  /** Enabled devices that belonged there when it was opened. */
  expected: z.int(),
  found: z.int(),
  missing: z.int(),
  misplaced: z.int(),
  unknown: z.int(),
  disabled: z.int(),
  openedBy: z.string(),
  openedAt: instant,
  closedBy: z.string().nullable(),
  closedAt: instant.nullable(),
})
export type StocktakeRow = z.output<typeof stocktakeRow>
export const stocktakeList = listColumns(stocktakeRow, {
  place: column.special('位置'),
  state: column.choice('状态', stocktakeStates),
  expected: column.number('应有'),
  found: column.number('在位'),
  missing: column.number('缺失'),
  misplaced: column.number('错位'),
  unknown: column.number('未知码', { optional: true }),
  disabled: column.number('已停用', { optional: true }),
  openedBy: column.text('发起人'),
  openedAt: column.time('开始时间'),
  closedAt: column.time('结束时间', { missing: '进行中' }),
})

const place = { organId: z.int(), organName: z.string(), roomId: z.int(), classroomName: z.string() }

export const scanRow = z.object({
  scanId: z.int(),
  at: instant,
  memberName: z.string(),
  /** What was read or typed. */
  raw: z.string(),
  result: scanResult,
  simulatorId: z.int().nullable(),
  simulatorName: z.string().nullable(),
  simulatorNum: z.string().nullable(),
  carNum: z.string().nullable(),
  /** Where the system has the device now, with its version: 修正教室 moves it. */
  stands: z.object({ ...place, version: z.int() }).nullable(),
})
export type ScanRow = z.output<typeof scanRow>

const lineResults = { ...scanResults, missing: '缺失' } as const
/** What came of a stock-taking, line by line: a scan, or a device that was not scanned. */
const stocktakeLine = scanRow.omit({ scanId: true }).extend({
  at: instant.nullable(),
  memberName: z.string().nullable(),
  raw: z.string().nullable(),
  result: choice(lineResults),
  stands: z.object(place).nullable(),
})
export type StocktakeLine = z.output<typeof stocktakeLine>
export const stocktakeLineList = listColumns(stocktakeLine, {
  at: column.time('扫描时间'),
  result: column.choice('结果', lineResults),
  device: column.special('设备', { widest: 220, only: 'screen' }),
  simulatorName: column.text('设备名称', { beside: 'device' }),
  carNum: column.text('车牌号', { beside: 'device' }),
  simulatorNum: column.code('设备编号', { beside: 'device' }),
  stands: column.special('系统中的位置', { widest: 220 }),
  raw: column.text('扫描内容', { only: 'file' }),
  memberName: column.text('扫描人', { only: 'file' }),
})

export const stocktakeInfo = stocktakeRow.extend({
  /** What was expected; `found` once its code was scanned. */
  devices: z.array(
    z.object({
      simulatorId: z.int(),
      simulatorName: z.string(),
      simulatorNum: z.string(),
      carNum: z.string().nullable(),
      ...place,
      found: z.boolean(),
    }),
  ),
  /** The newest first. */
  scans: z.array(scanRow),
})
export type StocktakeInfo = z.output<typeof stocktakeInfo>

/** Refusals about plans, checklists and stock-taking: −12750 to −12760, and −12715. */
export const inspectionErrors = {
  stocktakeClosed: error(-12715, '盘点已结束'),
  stocktakeOpen: error(-12750, (place: string) => `${place}的盘点正在进行，请先结束再重新开始`),
  planNameTaken: error(-12751, (name: string) => `已有名为“${name}”的计划，请换一个名称`),
  checklistNameTaken: error(-12752, (name: string) => `已有名为“${name}”的检查清单，请换一个名称`),
  checklistDisabled: error(-12753, (name: string) => `检查清单“${name}”已停用，请选择其他清单`),
  checklistUsed: error(-12754, '有启用的保养计划正在使用这份检查清单，请先停用保养计划或换用其他清单'),
  planDisabled: error(-12755, (name: string) => `计划“${name}”已停用，请先启用`),
  planNotOfRoom: error(-12756, '该计划不包含这个教室的设备，请选择其他计划'),
  planUnderWay: error(-12757, (no: string) => `该教室已有同一计划的未完结工单 ${no}，请在该工单中处理`),
  onFailUnknown: error(-12758, '所选的故障类型不存在或已停用，请重新选择'),
  nothingExpected: error(-12759, '这里没有启用的设备，无需盘点'),
  severalCalledSo: error(
    -12760,
    (typed: string, devices: number) => `有 ${devices} 台设备都叫“${typed}”，请改输车牌号或设备编号`,
  ),
} as const
