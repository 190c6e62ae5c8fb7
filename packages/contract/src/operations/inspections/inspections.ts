import { z } from 'zod'
import { simulatorId } from '../../devices/devices/deviceShapes.ts'
import { endpoint } from '../../endpoint.ts'
import {
  beginDate,
  checkRange,
  enabled,
  endDate,
  filter,
  id,
  nameText,
  organId,
  type PlainFields,
  roomId,
  searchText,
  text,
  version,
} from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { fileFormat, fileOf, page, paging, wholeNumber } from '../../paging.ts'
import { checklistItem } from './checklists.ts'
import {
  checklistList,
  checklistRow,
  planDeviceList,
  planDeviceRow,
  planKind,
  planList,
  planRow,
  scanRow,
  stocktakeInfo,
  stocktakeList,
  stocktakeRow,
  stocktakeState,
  visitDay,
} from './inspectionShapes.ts'

const base = '/ops/api'
const read = { method: 'GET', access: ['ops'] } as const
const dispatch = { method: 'POST', access: ['ops:dispatch'] } as const
const handle = { method: 'POST', access: ['ops:handle'] } as const

const planId = label('计划', id)
const checklistId = label('检查清单', id)
const stocktakeId = label('盘点', id)
const inUse = label('状态', filter(choice({ yes: '启用', no: '停用' })))
/** As their lists call it. */
const inState = { enabled: label('状态', enabled) }

/** The items of a checklist in order, as it is edited. */
const checklistItems = label(
  '检查项目',
  z
    .array(checklistItem)
    .min(1, '请至少添加一个检查项目')
    .max(60)
    .superRefine((items, context) => {
      if (new Set(items.map(({ key }) => key)).size < items.length)
        context.addIssue({ code: 'custom', message: '检查项目重复，请删除后重新添加' })
      for (const [index, { min, max }] of items.entries())
        if (min !== null && max !== null && min > max)
          context.addIssue({ code: 'custom', message: '最大值不能小于最小值', path: [index, 'max'] })
    }),
)

const planFilter = {
  paramValue: searchText,
  organId: filter(organId),
  kind: label('类别', filter(planKind)),
  inUse,
}

/** The form of a plan. It comes due by days or by hours of training, whichever is first. */
export const planForm = z
  .object({
    planId: filter(planId),
    version,
    name: label('计划名称', nameText(50)),
    kind: label('类别', planKind),
    checklistId,
    organIds: label('适用机构', z.array(id).min(1, '请选择适用机构').max(200)),
    /** None: all models. */
    models: label('适用型号', z.array(text(50)).max(50).default([])),
    everyDays: label('间隔天数', filter(wholeNumber(1, 3650))),
    everyHours: label('间隔训练小时', filter(wholeNumber(1, 100_000))),
    leadDays: label('提前天数', wholeNumber(0, 60)),
    needsSignature: label('需要签字', z.boolean()),
    needsPicture: label('需要照片', z.boolean()),
  })
  .superRefine(({ everyDays, everyHours, leadDays }, context) => {
    if (everyDays === undefined && everyHours === undefined)
      context.addIssue({
        code: 'custom',
        message: '请填写间隔天数或间隔训练小时，至少一项',
        path: ['everyDays'],
      })
    if (everyDays !== undefined && leadDays >= everyDays)
      context.addIssue({ code: 'custom', message: '提前天数要小于间隔天数', path: ['leadDays'] })
  })

export const planPlainFields = [
  'name',
  'checklistId',
  'leadDays',
  'needsSignature',
  'needsPicture',
] as const satisfies PlainFields<typeof planRow, typeof planForm>

const stocktakeFilter = {
  organId: filter(organId),
  roomId: filter(roomId),
  state: label('状态', filter(stocktakeState)),
  beginDate: filter(beginDate),
  endDate: filter(endDate),
}

/** 保养计划, 检查清单 and 巡检盘点. */
export const inspections = {
  plans: endpoint({
    ...read,
    title: '保养计划列表',
    forKeys: 'read',
    path: `${base}/plan/page`,
    input: z.object({ ...paging, ...planFilter }),
    reply: page(planRow),
    columns: planList,
  }),
  planExport: fileOf(
    'plans',
    { ...read, title: '导出保养计划', forKeys: 'read', path: `${base}/plan/export` },
    planFilter,
  ),
  /** The devices of plans, those due first: of a plan, of a room, or the plans of one device. */
  planDevices: endpoint({
    ...read,
    title: '保养计划的设备',
    forKeys: 'read',
    path: `${base}/plan/devices`,
    input: z.object({
      ...paging,
      planId: filter(planId),
      simulatorId: filter(simulatorId),
      organId: filter(organId),
      roomId: filter(roomId),
      due: label('是否到期', filter(choice({ yes: '已到期', no: '未到期' }))),
    }),
    reply: page(planDeviceRow),
    columns: planDeviceList,
  }),
  /** Enabled plans that cover a device of this room: what may be started there. */
  planChoices: endpoint({
    ...read,
    title: '教室可执行的计划',
    path: `${base}/plan/choices`,
    input: z.object({ roomId }),
    reply: z.array(z.object({ planId: z.int(), name: z.string(), kind: planKind, devices: z.int() })),
  }),
  /** Planned orders day by day, by the day on which they are to be done. */
  visits: endpoint({
    ...read,
    title: '巡检与保养日程',
    forKeys: 'read',
    path: `${base}/plan/visits`,
    input: z
      .object({ organId: filter(organId), kind: label('类别', filter(planKind)), beginDate, endDate })
      .superRefine((value, context) => checkRange(value.beginDate, value.endDate, context)),
    reply: z.array(visitDay),
  }),
  savePlan: endpoint({
    ...dispatch,
    title: '保存保养计划',
    path: `${base}/plan/save`,
    input: planForm,
    reply: z.object({ planId: z.int() }),
    change: '保存保养计划',
    record: 'planId',
  }),
  setPlanEnabled: endpoint({
    ...dispatch,
    title: '启用或停用保养计划',
    path: `${base}/plan/setEnabled`,
    input: z.object({ planId, ...inState }),
    reply: z.literal(true),
    change: '启用或停用保养计划',
    record: 'planId',
  }),
  /** Begins a plan in a room now, whether it is due or not: an order of the caller's own, 处理中. */
  startPlan: endpoint({
    ...handle,
    title: '执行保养计划',
    path: `${base}/plan/start`,
    input: z.object({ planId, roomId }),
    reply: z.object({ orderId: z.int() }),
    change: '执行保养计划',
  }),
  checklists: endpoint({
    ...read,
    title: '检查清单列表',
    forKeys: 'read',
    path: `${base}/checklist/page`,
    input: z.object({ ...paging, paramValue: searchText, inUse }),
    reply: page(checklistRow),
    columns: checklistList,
  }),
  saveChecklist: endpoint({
    ...dispatch,
    title: '保存检查清单',
    path: `${base}/checklist/save`,
    input: z.object({
      checklistId: filter(checklistId),
      version,
      name: label('清单名称', nameText(50)),
      items: checklistItems,
    }),
    reply: z.object({ checklistId: z.int() }),
    change: '保存检查清单',
    record: 'checklistId',
  }),
  setChecklistEnabled: endpoint({
    ...dispatch,
    title: '启用或停用检查清单',
    path: `${base}/checklist/setEnabled`,
    input: z.object({ checklistId, ...inState }),
    reply: z.literal(true),
    change: '启用或停用检查清单',
    record: 'checklistId',
  }),

  stocktakes: endpoint({
    ...read,
    title: '盘点列表',
    forKeys: 'read',
    path: `${base}/stocktake/page`,
    input: z
      .object({ ...paging, ...stocktakeFilter })
      .superRefine((value, context) => checkRange(value.beginDate, value.endDate, context)),
    reply: page(stocktakeRow),
    columns: stocktakeList,
  }),
  stocktake: endpoint({
    ...read,
    title: '盘点详情',
    forKeys: 'read',
    path: `${base}/stocktake/info`,
    input: z.object({ stocktakeId }),
    reply: stocktakeInfo,
  }),
  /** What was expected and what was scanned, line by line. */
  stocktakeExport: endpoint({
    ...read,
    title: '导出盘点结果',
    forKeys: 'read',
    path: `${base}/stocktake/export`,
    input: z.object({ stocktakeId, format: fileFormat }),
    reply: 'file',
    perMinute: 20,
  }),
  openStocktake: endpoint({
    ...handle,
    title: '开始盘点',
    path: `${base}/stocktake/open`,
    input: z.object({ organId, roomId: filter(roomId) }),
    reply: z.object({ stocktakeId: z.int() }),
    change: '开始盘点',
  }),
  /** `raw` is what the camera read (a label's address) or the number that somebody typed. */
  scan: endpoint({
    ...handle,
    title: '盘点扫码',
    path: `${base}/stocktake/scan`,
    input: z.object({ stocktakeId, raw: label('扫描内容', text(300)) }),
    reply: scanRow,
    change: '盘点扫码',
    record: 'stocktakeId',
  }),
  closeStocktake: endpoint({
    ...handle,
    title: '结束盘点',
    path: `${base}/stocktake/close`,
    input: z.object({ stocktakeId }),
    reply: z.literal(true),
    change: '结束盘点',
    record: 'stocktakeId',
  }),
}
