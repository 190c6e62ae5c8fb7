import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { businessDay, filter, id, maskedPhone, option, organId, searchText, version } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileOf, page, paging } from '../paging.ts'
import { areaCode } from '../schools/areas.ts'

const base = '/ops/api/staff'
const read = { method: 'GET', access: ['ops'] } as const
const dispatch = ['ops:dispatch'] as const
const memberId = label('运维人员', id)

/** Whether a person can be sent out. */
export const opsStaffStates = { active: '在岗', away: '请假', inactive: '停用' } as const
const opsStaffState = choice(opsStaffStates)

/** Business days, today included, that a person's figures are of. */
export const staffFigureDays = 90

/** Orders that a person has at once, unless another number is set. */
const defaultCapacity = 6

const opsStaffRow = z.object({
  memberId: z.int(),
  name: z.string(),
  account: z.string(),
  phone: maskedPhone.nullable(),
  state: opsStaffState,
  capacity: z.int(),
  /** GB/T 2260. */
  homeCity: z.string().nullable(),
  homeCityName: z.string().nullable(),
  awayUntil: businessDay.nullable(),
  /** What they are responsible for, with what lies below. */
  organs: z.array(option),
  /** Components that they repair; none: all. */
  componentKinds: z.array(option),
  /** Open orders. */
  load: z.int(),
  /** Of the last 90 days: orders done; mean seconds from the fault to the repair; basis points that were in time. */
  done: z.int(),
  mttrSeconds: z.int().nullable(),
  inTimeBp: z.int().nullable(),
  version: z.int(),
})
export type OpsStaffRow = z.output<typeof opsStaffRow>
export const opsStaffList = listColumns(opsStaffRow, {
  name: column.text('姓名'),
  state: column.choice('状态', opsStaffStates),
  awayUntil: column.day('请假至', { beside: 'state' }),
  load: column.number('手上工单'),
  capacity: column.number('最多同时处理', { beside: 'load' }),
  organs: column.special('负责机构', { widest: 260 }),
  componentKinds: column.special('会修部件', { widest: 200 }),
  homeCity: column.special('常驻城市'),
  phone: column.code('手机号', { optional: true }),
  account: column.text('账号', { optional: true }),
  done: column.number('近 90 天完成'),
  mttr: column.special('平均修复时间', { numeric: true, unit: '小时' }),
  inTime: column.special('及时率', { numeric: true, unit: '%' }),
})
/** Names of what a person is responsible for, or of the components that they repair. */
export const namesIn = (options: OpsStaffRow['organs']) => options.map(({ label }) => label).join('、')
export const componentsOf = ({ componentKinds }: OpsStaffRow) => namesIn(componentKinds) || '全部'

const opsStaffFilter = {
  /** A part of a name or account. */
  paramValue: searchText,
  organId: filter(organId),
  componentKindId: label('部件', filter(id)),
  state: label('状态', filter(opsStaffState)),
}

export const opsStaffForm = z.object({
  memberId,
  capacity: label('最多同时处理', z.int().min(1).max(50).default(defaultCapacity)),
  active: label('在岗', z.boolean()),
  homeCity: label('常驻城市', filter(areaCode)),
  awayUntil: label('请假至', filter(businessDay)),
  organIds: label('负责机构', z.array(id).min(1, '请至少选择一个负责机构').max(1000)),
  componentKindIds: label('会修部件', z.array(id).max(200).default([])),
  version,
})

/** 运维人员: members who repair, what they are responsible for and know, and how they do. */
export const opsStaff = {
  list: endpoint({
    ...read,
    title: '运维人员列表',
    forKeys: 'read',
    path: `${base}/page`,
    input: z.object({ ...paging, ...opsStaffFilter }),
    reply: page(opsStaffRow),
    columns: opsStaffList,
  }),
  export: fileOf(
    'list',
    { ...read, title: '导出运维人员', forKeys: 'read', path: `${base}/export` },
    opsStaffFilter,
  ),
  info: endpoint({
    ...read,
    title: '运维人员详情',
    forKeys: 'read',
    path: `${base}/info`,
    input: z.object({ memberId }),
    reply: opsStaffRow,
  }),
  /** Members who may handle orders and are not in the list. */
  candidates: endpoint({
    method: 'GET',
    access: dispatch,
    title: '可添加的运维人员',
    path: `${base}/candidates`,
    input: z.object({ paramValue: searchText }),
    reply: z.array(option),
  }),
  /** Adds a person to the list, or changes one. */
  save: endpoint({
    method: 'POST',
    access: dispatch,
    title: '保存运维人员',
    path: `${base}/save`,
    input: opsStaffForm,
    reply: z.literal(true),
    change: '保存运维人员',
    record: 'memberId',
  }),
}
