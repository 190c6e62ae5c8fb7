import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { filter, id, nameText, organId, text, version } from '../fields.ts'
import { choice, label } from '../labels.ts'

/** The lists that people may keep a look and views of. Stored names: they stay as they are. */
export const listNames = [
  'ageing',
  'apiKeys',
  'applicants',
  'approvals',
  'apps',
  'balances',
  'banners',
  'billOrders',
  'channelLines',
  'checklists',
  'classrooms',
  'clerkDays',
  'clientErrors',
  'coaches',
  'collectionBills',
  'componentKinds',
  'consents',
  'contracts',
  'contractTimeline',
  'courseOrders',
  'courses',
  'custodies',
  'dealResults',
  'deviceFaults',
  'devices',
  'deviceSessions',
  'enrolmentConfigs',
  'enrolmentSimulators',
  'facts.course',
  'facts.income',
  'facts.person',
  'facts.recharge',
  'facts.session',
  'facts.student',
  'faultTypes',
  'feedback',
  // 首页: its blocks are arranged as the columns of a list are.
  'home',
  'incomes',
  'maintenancePlans',
  'memberFactors',
  'members',
  'operationLog',
  'opsByOrgan',
  'opsStaff',
  'outbox',
  'pastBills',
  'persons',
  'planDevices',
  'privacyRequests',
  'pushes',
  'receipts',
  'recharges',
  'reconciliation',
  'refunds',
  'reportSchedules',
  'robotMessages',
  'robots',
  'roleMembers',
  'roles',
  'schoolBills',
  'schools',
  'schoolUse',
  'securityLog',
  'servicePoints',
  'signUps',
  'spareParts',
  'stocktakes',
  'students',
  'uncovered',
  'webhookDeliveries',
  'webhooks',
  'workOrders',
  '处理的工单工单',
  '维修记录工单',
] as const
export type ListName = (typeof listNames)[number]
const known: ReadonlySet<string> = new Set(listNames)

/** Widths of a column, in px. */
export const narrowestColumn = 60
export const widestColumn = 800

/** Views that a person may have of one list, and of all together. */
export const mostViews = 50
export const mostViewsInAll = 200

/** How a column is shown. Those of a list stand in their order; one that is missing is as the list has it. */
const columnLook = z.object({
  key: label('列名', text(50)),
  /** In px; null: as wide as what is in it. */
  width: label('宽度', z.int().min(narrowestColumn).max(widestColumn).nullable()),
  /** Stays in sight while the others scroll. */
  pin: label('固定', z.boolean()),
  hidden: label('隐藏', z.boolean()),
})
export type ColumnLook = z.output<typeof columnLook>

/** What a person sees of a list; null, in both: as the list has it. */
const look = {
  columns: label('列', z.array(columnLook).max(60).nullable()),
  dense: label('行距', z.boolean().nullable()),
}

const viewSort = z.object({
  field: label('排序字段', text(50)),
  order: label('排序方向', choice({ ascend: '升序', descend: '降序' })),
})
/** By the filters' names, as an address holds them. */
const viewFilters = z
  .record(z.string().min(1).max(50), z.string().max(500))
  .refine(values => Object.keys(values).length <= 40, '查询条件最多 40 个，请减少后重试')

/** The name under which a list is known, such as `devices`. */
const list = label(
  '列表',
  z.string().refine(name => known.has(name), '没有这个列表，请刷新页面后重试'),
)
const viewId = label('视图', id)

export const view = z.object({
  viewId: z.int(),
  name: z.string(),
  /** Shared with the members of this organisation and of all below it; null: the owner's alone. */
  organId: z.int().nullable(),
  organName: z.string().nullable(),
  ownerName: z.string(),
  mine: z.boolean(),
  /** Whether the reader may change and remove it. */
  mayEdit: z.boolean(),
  filters: viewFilters,
  sort: viewSort.nullable(),
  columns: look.columns,
  dense: look.dense,
  version: z.int(),
})
export type View = z.output<typeof view>

/** How the reader sees one list. */
const listChoice = z.object({
  list: z.string(),
  columns: look.columns,
  dense: look.dense,
  /** The view that they chose, and what they changed of its columns since. */
  view: view.nullable(),
  viewColumns: look.columns,
  viewDense: look.dense,
})
export type ListChoice = z.output<typeof listChoice>

/** How people see lists: columns, and views under a name, which a colleague may be given. */
export const views = {
  /** Of all lists at once, so that none waits for it when it is opened. */
  mine: endpoint({
    title: '我的列表设置',
    method: 'GET',
    path: '/views/mine',
    access: 'signedIn',
    reply: z.object({ choices: z.array(listChoice) }),
  }),
  list: endpoint({
    title: '列表的视图',
    method: 'GET',
    path: '/views/list',
    access: 'signedIn',
    input: z.object({ list }),
    reply: z.object({
      views: z.array(view),
      /** The reader's own organisations: they may share views with the members. */
      organs: z.array(z.object({ organId: z.int(), organName: z.string() })),
    }),
  }),
  /** A new one without `viewId`, else all of that one but the list that it is of. */
  save: endpoint({
    title: '保存视图',
    method: 'POST',
    path: '/views/save',
    access: 'signedIn',
    input: z.object({
      viewId: filter(viewId),
      list,
      name: label('视图名称', nameText(30)),
      organId: filter(organId),
      filters: label('查询条件', viewFilters),
      sort: label('排序', viewSort.nullable()),
      ...look,
      version,
    }),
    reply: z.object({ viewId: z.int() }),
    change: '保存视图',
    record: 'viewId',
    largestBody: 65_536,
  }),
  remove: endpoint({
    title: '删除视图',
    method: 'POST',
    path: '/views/remove',
    access: 'signedIn',
    input: z.object({ viewId }),
    reply: z.literal(true),
    change: '删除视图',
    record: 'viewId',
  }),
  /** Says what the reader sees from now on: a view with what they changed of it, or the list as they arranged it. */
  choose: endpoint({
    title: '设置列表的列',
    method: 'POST',
    path: '/views/choose',
    access: 'signedIn',
    input: z.object({ list, ...look, viewId: filter(viewId) }),
    reply: z.literal(true),
    change: '设置列表的列',
    unlogged: true,
    largestBody: 65_536,
  }),
}

/** Refusals about views: −128yy, shared with the other tools around lists. */
export const viewErrors = {
  viewsFull: error(-12803, `视图已满（最多 ${mostViews} 个），请先删除不用的视图`),
  viewsFullInAll: error(-12805, `所有列表的视图已满（共 ${mostViewsInAll} 个），请先删除不用的视图`),
} as const
