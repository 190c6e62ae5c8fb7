import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import {
  beginDate,
  checkRange,
  endDate,
  filter,
  id,
  instant,
  searchFilter,
  searchText,
} from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { fileOf, page, paging } from '../../paging.ts'
import { objectId, objects, objectType } from './logObjects.ts'

/** What an entry is about: the first row that it changed and that has a name. */
const logObject = z.object({
  /** The table, for who knows where its rows have a page, and in words. */
  table: z.string(),
  what: z.string(),
  rowId: z.string(),
  name: z.string(),
  removed: z.boolean(),
})

const logEntry = z.object({
  operationId: z.int(),
  at: instant,
  userId: z.int(),
  userAccount: z.string(),
  userName: z.string().nullable(),
  label: z.string(),
  address: z.string().nullable(),
  device: z.string(),
  changes: z.int(),
})
export type LogEntry = z.output<typeof logEntry>
/** `object`: null where nothing with a name was changed, or nothing of the reader's organisations. */
const logRow = logEntry.extend({ object: logObject.nullable() })
export type LogRow = z.output<typeof logRow>
/** Who acted, in words: 周若宁（zhou）, or with a key 密钥“对接”（周若宁）. Old entries have 「」: what a log holds stays. */
export function actorInWords({
  userName,
  userAccount,
}: {
  userName: string | null
  userAccount: string | null
}): string {
  if (userName === null) return userAccount ?? '未知账号'
  return /^密钥[“「]/.test(userAccount ?? '')
    ? `${userAccount}（${userName}）`
    : `${userName}（${userAccount}）`
}

export const logList = listColumns(logRow, {
  at: column.time('时间'),
  userName: column.text('操作人', { only: 'screen', widest: 200 }),
  userAccount: column.text('账号', { beside: 'userName' }),
  personName: column.special('名称', { beside: 'userName' }),
  label: column.text('事项', { widest: 200 }),
  object: column.special('对象'),
  changes: column.number('变更记录数'),
  address: column.code('来源地址'),
  device: column.text('浏览器', { widest: 220 }),
})
export type LogObject = z.output<typeof logObject>

/** What happened to a row. */
export const changeKinds = { added: '新增', changed: '修改', removed: '删除' } as const

/** An entry with the rows it changed, in words. */
const logDetail = logEntry.extend({
  requestId: z.string(),
  rows: z.array(
    z.object({
      kind: choice(changeKinds),
      table: z.string(),
      rowId: z.string(),
      /** What people call the row: its name or number; null where it has neither. */
      rowName: z.string().nullable(),
      fields: z.array(
        z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  ),
})
export type LogDetail = z.output<typeof logDetail>

const logFilter = {
  paramValue: searchText,
  label: label('事项', searchFilter(50)),
  objectType: filter(objectType),
  objectId: filter(objectId),
  beginDate: filter(beginDate),
  endDate: filter(endDate),
}

/** The entries about one record: its kind alone would be most of the log. */
function checkObject(
  { objectType, objectId }: { objectType?: unknown; objectId?: unknown },
  context: z.RefinementCtx,
) {
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
  if (isGiven(objectType) === isGiven(objectId)) return
  context.addIssue({
    code: 'custom',
    path: [isGiven(objectType) ? 'objectId' : 'objectType'],
    message: isGiven(objectType) ? '请选择要查看的对象，或清空对象类型' : '请选择对象类型，或清空对象',
  })
}

interface Days {
  beginDate?: string | undefined
  endDate?: string | undefined
}

const checkDays = ({ beginDate, endDate }: Days, context: z.RefinementCtx) =>
  checkRange(beginDate, endDate, context)

function checkLogFilter(filter: Days & Parameters<typeof checkObject>[0], context: z.RefinementCtx) {
  checkDays(filter, context)
  checkObject(filter, context)
}

/** What the security log keeps. */
export const securityKinds = {
  signIn: '登录',
  signOut: '退出登录',
  access: '越权操作',
  reveal: '查看个人信息',
  export: '导出',
  deviceKey: '设备密钥',
  rights: '账号与权限',
} as const
export type SecurityKind = keyof typeof securityKinds
export const securityResults = { succeeded: '成功', failed: '未成功' } as const

const securityRow = z.object({
  eventId: z.int(),
  at: instant,
  kind: choice(securityKinds),
  result: choice(securityResults),
  /** null: there is no such account. */
  userAccount: z.string().nullable(),
  userName: z.string().nullable(),
  label: z.string(),
  target: z.string().nullable(),
  detail: z.string().nullable(),
  /** An address; of failed sign-ins the network, and null where they came from very many. */
  address: z.string().nullable(),
  device: z.string(),
  /** How often within the hour, and when last. */
  times: z.int(),
  lastAt: instant,
  /** Of a file: how many it had; null where its sending did not come to an end. */
  rows: z.int().nullable(),
})
export type SecurityRow = z.output<typeof securityRow>
export const securityList = listColumns(securityRow, {
  at: column.time('时间'),
  kind: column.choice('类型', securityKinds),
  result: column.choice('结果', securityResults),
  userName: column.text('操作人', { only: 'screen', widest: 200 }),
  userAccount: column.text('账号', { beside: 'userName' }),
  personName: column.special('名称', { beside: 'userName' }),
  label: column.text('事项', { widest: 240 }),
  target: column.text('对象', { beside: 'label' }),
  detail: column.text('说明', { widest: 320 }),
  rows: column.number('导出行数', { beside: 'detail' }),
  times: column.number('次数', { beside: 'detail' }),
  lastAt: column.time('最后一次', { beside: 'detail' }),
  address: column.code('来源地址'),
  device: column.text('浏览器', { widest: 220, optional: true }),
})

const securityFilter = {
  paramValue: searchText,
  kind: label('类型', filter(choice(securityKinds))),
  result: label('结果', filter(choice(securityResults))),
  beginDate: filter(beginDate),
  endDate: filter(endDate),
}

/** 操作日志: who, when, from where, what, before and after; within the reader's scope of people. */
export const operationLog = {
  list: endpoint({
    title: '操作日志',
    method: 'GET',
    path: '/admin/api/manage/operationLog/list',
    access: ['system'],
    input: z.object({ ...paging, ...logFilter }).superRefine(checkLogFilter),
    reply: page(logRow),
    columns: logList,
  }),
  export: fileOf(
    'list',
    {
      title: '导出操作日志',
      stepUp: 'recent',
      path: '/admin/api/manage/operationLog/export',
      access: ['system'],
      perMinute: 10,
    },
    logFilter,
    checkLogFilter,
  ),
  objects,
  info: endpoint({
    title: '操作详情',
    method: 'GET',
    path: '/admin/api/manage/operationLog/info',
    access: ['system'],
    input: z.object({ operationId: label('操作记录', id) }),
    reply: logDetail,
  }),
  /** 安全日志: sign-ins and failed sign-ins, refusals, look-ups, exports, and changes of rights. */
  security: endpoint({
    title: '安全日志',
    method: 'GET',
    path: '/admin/api/manage/securityLog/list',
    access: ['system'],
    input: z.object({ ...paging, ...securityFilter }).superRefine(checkDays),
    reply: page(securityRow),
    columns: securityList,
  }),
  securityExport: fileOf(
    'security',
    {
      title: '导出安全日志',
      stepUp: 'recent',
      path: '/admin/api/manage/securityLog/export',
      access: ['system'],
      perMinute: 10,
    },
    securityFilter,
    checkDays,
  ),
}
