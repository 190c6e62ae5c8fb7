import { z } from 'zod'
import { cleanedName } from '../../cleaned.ts'
import { enabledStates, switchMachine } from '../../enabled.ts'
import { refuse } from '../../errors.ts'
import { faultCode } from '../../faultCode.ts'
import { businessDay, filter, id, nameText, searchText, version } from '../../fields.ts'
import { choice, fen, label } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { enabledState, organisationErrors } from '../../schools/organisations/organisationShapes.ts'
import { workOrderPriority } from '../workOrders/workOrderShapes.ts'

/** How bad a fault is; it decides the order's priority. */
export const faultSeverities = { critical: '严重', major: '一般', minor: '轻微' } as const
export type FaultSeverity = keyof typeof faultSeverities
export const faultSeverity = choice(faultSeverities)
export const priorityOfSeverity = { critical: 'urgent', major: 'normal', minor: 'low' } as const

/** What came of a repair: what was handled for now or by others leaves the faults as the device reports them. */
export const dealOutcomes = {
  repaired: '已修复',
  replaced: '已更换',
  temporary: '临时处理',
  noFault: '无故障',
  external: '转外部处理',
} as const
export type DealOutcome = keyof typeof dealOutcomes
const dealOutcome = choice(dealOutcomes)

/** Which days an organisation works on. */
export const opsCalendars = { workdays: '法定工作日', everyDay: '每周七天（法定节假日除外）' } as const
export type OpsCalendar = keyof typeof opsCalendars
export const opsCalendar = choice(opsCalendars)

export const dayKinds = { off: '休', work: '班' } as const
export type DayKind = keyof typeof dayKinds
export const dayKind = choice(dayKinds)

/** The dictionaries with what sentences call an item of each. */
export const dictionaryNames = {
  component: '部件类型',
  faultType: '故障类型',
  dealResult: '处理结果',
  part: '配件',
} as const
export type DictionaryName = keyof typeof dictionaryNames

export const dictionarySwitch = (name: DictionaryName) =>
  switchMachine(state => refuse(organisationErrors.alreadySo, dictionaryNames[name], state))

/** What every item of a dictionary has. Built-in ones are always in use. */
const item = {
  id: z.int(),
  name: z.string(),
  sort: z.int(),
  state: enabledState,
  builtIn: z.boolean(),
  version: z.int(),
}
const nameColumn = column.text('名称', { widest: 220 })
const componentColumn = column.text('部件')
/** What the lists of all dictionaries end with. */
const lastColumns = {
  state: column.choice('状态', enabledStates),
  sort: column.number('排序', { optional: true }),
}

export const componentRow = z.object({ ...item, faultTypes: z.int(), parts: z.int() })
export type ComponentRow = z.output<typeof componentRow>
export const componentList = listColumns(componentRow, {
  name: nameColumn,
  faultTypes: column.number('故障类型数'),
  parts: column.number('配件数'),
  ...lastColumns,
})

export const faultTypeRow = z.object({
  ...item,
  componentKindId: z.int(),
  componentName: z.string(),
  severity: faultSeverity,
  repairHours: z.int(),
  settleSeconds: z.int(),
  /** Devices report it by these codes. */
  codes: z.array(z.string()),
})
export type FaultTypeRow = z.output<typeof faultTypeRow>
export const faultTypeList = listColumns(faultTypeRow, {
  name: nameColumn,
  componentName: componentColumn,
  severity: column.choice('严重程度', faultSeverities),
  repairHours: column.number('修复时限', { unit: '小时' }),
  settleSeconds: column.number('故障持续', { unit: '秒' }),
  codes: column.names('故障代码', { widest: 260 }),
  ...lastColumns,
})

export const dealResultRow = z.object({ ...item, outcome: dealOutcome, needsPicture: z.boolean() })
export type DealResultRow = z.output<typeof dealResultRow>
export const dealResultList = listColumns(dealResultRow, {
  name: nameColumn,
  outcome: column.choice('结果', dealOutcomes),
  needsPicture: column.yesNo('须上传维修后照片'),
  ...lastColumns,
})

export const sparePartRow = z.object({
  ...item,
  model: z.string().nullable(),
  componentKindId: z.int(),
  componentName: z.string(),
  /** Fen. */
  price: z.int(),
})
export type SparePartRow = z.output<typeof sparePartRow>
export const sparePartList = listColumns(sparePartRow, {
  name: nameColumn,
  model: column.text('型号'),
  componentName: componentColumn,
  price: column.money('单价'),
  ...lastColumns,
})

export const dictionaryFilter = {
  /** A part of a name; of a fault type's code, of a part's model. */
  paramValue: searchText,
  state: label('状态', filter(choice(enabledStates))),
}
export const ofComponent = { componentKindId: label('部件', filter(id)) }

/** `id` is missing where it is added. */
const form = {
  id: label('编号', filter(id)),
  name: label('名称', nameText(50)),
  sort: label('排序', z.int().min(0).max(9999).default(100)),
  version,
}
const componentKindId = label('部件', id)
const typeCode = faultCode('故障代码不能以 STAFF- 开头，请换一个').pipe(
  z.string().regex(/^[A-Z0-9][A-Z0-9_-]{0,31}$/, '故障代码只能用 1 至 32 个字母、数字、连字符或下划线'),
)

export const componentForm = z.object(form)
export const faultTypeForm = z.object({
  ...form,
  componentKindId,
  severity: label('严重程度', faultSeverity),
  repairHours: label('修复时限', z.int().min(1).max(720)),
  /** A fault that is over sooner opens no order. */
  settleSeconds: label('故障持续', z.int().min(0).max(600).default(0)),
  codes: label(
    '故障代码',
    z
      .array(typeCode)
      .max(100)
      .default([])
      .refine(codes => new Set(codes).size === codes.length, '故障代码不能重复'),
  ),
})
export const dealResultForm = z.object({
  ...form,
  outcome: label('结果', dealOutcome),
  needsPicture: label('须上传维修后照片', z.boolean().default(false)),
})
export const sparePartForm = z.object({
  ...form,
  model: label('型号', cleanedName.max(50).nullish()),
  componentKindId,
  /** Fen. */
  price: label('单价', fen(0, 100_000_000)),
})

/** A day that is not as its weekday has it. */
export const nationalDay = z.object({
  day: businessDay,
  kind: dayKind,
  name: z.string().nullable(),
  /** Entered by hand. */
  manual: z.boolean(),
})
export type NationalDay = z.output<typeof nationalDay>

/** Minutes of working time until somebody is to have taken an order. */
export const responseLimit = z.object({
  priority: label('优先级', workOrderPriority),
  minutes: label('响应时限', z.int().min(1).max(10_000)),
})
