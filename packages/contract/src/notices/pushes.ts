import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error, refuse } from '../errors.ts'
import { filter, id, instant, nameText, searchText, version, whenValid } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { machine } from '../machine.ts'
import { fileOf, page, paging } from '../paging.ts'
import { noticeChannel, noticeChannels } from './notices.ts'

/**
 * A push's way: 草稿 → 待发送 → 发送中 → 已发送; 待发送 → 草稿 (取消定时); 已发送 → 已撤回. What waits is 发送中 from its time on,
 * which for a push to be sent at once is now; nothing can be done to it until it is sent.
 */
export const pushStates = {
  draft: '草稿',
  waiting: '待发送',
  sending: '发送中',
  sent: '已发送',
  withdrawn: '已撤回',
} as const
export type PushState = keyof typeof pushStates
export const pushState = choice(pushStates)
export const pushMachine = machine(
  pushStates,
  {
    edit: { from: ['draft'], to: 'draft', label: '编辑' },
    send: { from: ['draft'], to: 'waiting', label: '发送' },
    cancel: { from: ['waiting'], to: 'draft', label: '取消定时' },
    withdraw: { from: ['sent'], to: 'withdrawn', label: '撤回' },
    remove: { from: ['draft', 'withdrawn'], label: '删除' },
  },
  ({ label }, state) => refuse(pushErrors.pushNot, label, pushStates[state]),
)
export type PushAction = keyof typeof pushMachine.actions

/** Whom a push reaches, within the sender's scope; `ids` are organisations, roles or people. */
export const audienceKinds = {
  all: '全部成员',
  organisations: '按机构',
  roles: '按角色',
  people: '指定成员',
} as const
const audience = z.object({
  kind: label('接收人范围', choice(audienceKinds)),
  ids: label('接收人', z.array(id).max(1000).default([])),
})

const pushFields = z.object({
  title: label('标题', nameText(100)),
  /** HTML of a small editor; sanitised by the server. */
  content: label('内容', z.string().trim().min(1).max(20_000)),
  audience: label('接收人', audience),
  channels: label('发送方式', z.array(noticeChannel).min(1, '请至少选择一种发送方式').max(3)),
  /** When to send; missing: at once. */
  sendAt: label('发送时间', filter(instant)),
  /** Until when it stands among the announcements of 首页; missing: it does not. */
  pinnedUntil: label('置顶至', filter(instant)),
})
const times = pushFields.pick({ sendAt: true, pinnedUntil: true })
/** What `superRefine` takes: what is no longer pinned when it is sent would never be. */
const pinnedAfterwards = [
  ({ sendAt, pinnedUntil }: z.output<typeof times>, context: z.RefinementCtx) => {
    if (sendAt !== undefined && pinnedUntil !== undefined && Date.parse(pinnedUntil) <= Date.parse(sendAt))
      context.addIssue({ code: 'custom', path: ['pinnedUntil'], message: '置顶至须晚于发送时间' })
  },
  whenValid(times),
] as const
export const pushForm = pushFields.superRefine(...pinnedAfterwards)

const pushRow = z.object({
  pushId: z.int(),
  title: z.string(),
  audienceText: z.string(),
  channels: z.array(noticeChannel),
  state: pushState,
  sendAt: instant.nullable(),
  sentAt: instant.nullable(),
  pinnedUntil: instant.nullable(),
  author: z.string(),
  createdAt: instant,
  /** People it went to, and how many of them opened it. */
  delivered: z.int(),
  read: z.int(),
  version: z.int(),
})
export type PushRow = z.output<typeof pushRow>
export const pushList = listColumns(pushRow, {
  title: column.text('标题', { widest: 240 }),
  state: column.choice('状态', pushStates),
  audienceText: column.text('接收人', { widest: 180 }),
  channels: column.choices('发送方式', noticeChannels),
  sendAt: column.time('定时发送', { beside: 'sentAt' }),
  sentAt: column.time('发送时间'),
  delivered: column.number('送达'),
  read: column.number('已读'),
  author: column.text('创建人', { widest: 120 }),
  createdAt: column.time('创建时间', { optional: true }),
})

const pushFilter = { paramValue: searchText, state: label('状态', filter(pushState)) }
const access = ['system:noticePush'] as const
const base = '/admin/api/manage/push'
const byId = z.object({ pushId: label('推送', id) })

/** 推送管理. */
export const pushes = {
  list: endpoint({
    title: '推送列表',
    method: 'GET',
    path: `${base}/list`,
    access,
    input: z.object({ ...paging, ...pushFilter }),
    reply: page(pushRow),
    columns: pushList,
  }),
  export: fileOf('list', { title: '导出推送列表', path: `${base}/export`, access }, pushFilter),
  /**
   * Roles or people in the sender's scope to choose the audience from. The name (or a person's account) contains the
   * words; at most 20. The ones already chosen (`ids`) come too, so that a draft shows names. Senders need not hold the
   * codes of the member and role screens.
   */
  choices: endpoint({
    title: '推送对象选项',
    method: 'POST',
    path: `${base}/choices`,
    access,
    input: z.object({
      kind: label('接收人范围', choice({ roles: audienceKinds.roles, people: audienceKinds.people })),
      paramValue: searchText,
      ids: label('接收人', z.array(id).max(1000).default([])),
    }),
    reply: z.array(z.object({ value: z.int(), label: z.string() })),
  }),
  info: endpoint({
    title: '推送详情',
    method: 'GET',
    path: `${base}/info`,
    access,
    input: byId,
    reply: pushRow.extend({ content: z.string(), audience }),
  }),
  /** How many people the audience is, now. */
  reach: endpoint({
    title: '推送人数预览',
    method: 'POST',
    path: `${base}/reach`,
    access,
    input: z.object({ audience: label('接收人', audience) }),
    reply: z.object({ people: z.int() }),
  }),
  save: endpoint({
    title: '保存推送草稿',
    method: 'POST',
    path: `${base}/save`,
    access,
    input: pushFields.extend({ pushId: label('推送', filter(id)), version }).superRefine(...pinnedAfterwards),
    reply: z.object({ pushId: z.int() }),
    change: '保存推送草稿',
    record: 'pushId',
  }),
  send: endpoint({
    title: '发送推送',
    method: 'POST',
    path: `${base}/send`,
    access,
    input: byId,
    reply: z.literal(true),
    change: '发送推送',
    record: 'pushId',
  }),
  cancel: endpoint({
    title: '取消定时推送',
    method: 'POST',
    path: `${base}/cancel`,
    access,
    input: byId,
    reply: z.literal(true),
    change: '取消定时推送',
    record: 'pushId',
  }),
  withdraw: endpoint({
    title: '撤回推送',
    method: 'POST',
    path: `${base}/withdraw`,
    access,
    input: byId,
    reply: z.literal(true),
    change: '撤回推送',
    record: 'pushId',
  }),
  remove: endpoint({
    title: '删除推送',
    method: 'POST',
    path: `${base}/remove`,
    access,
    input: byId,
    reply: z.literal(true),
    change: '删除推送',
    record: 'pushId',
  }),
}

/** Refusals about pushes: −106yy. */
export const pushErrors = {
  audienceEmpty: error(-10603, '请选择接收人'),
  pushToNobody: error(-10604, '没有能收到此推送的成员，请重新选择接收人'),
  pushNot: error(
    -10605,
    (action: string, state: string) => `推送是“${state}”状态，不能${action}，请刷新列表后重试`,
  ),
  pushUnderWay: error(-10606, '推送正在发送，请稍候，发送完成后可以撤回'),
} as const
