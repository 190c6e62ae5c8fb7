import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error, refuse } from '../errors.ts'
import { filter, id, instant, maskedPhone } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { machine } from '../machine.ts'
import { fileOf, page, paging } from '../paging.ts'
import { noticeChannel, noticeChannels } from './notices.ts'

const access = ['system:noticePush'] as const
const base = '/admin/api/manage/push'

/** `kept`: no provider is configured, so it stays where staff can read it. */
export const outboxStates = {
  waiting: '待发送',
  sent: '已发送',
  failed: '发送失败',
  kept: '未配置，已保留',
} as const
const outboxState = choice(outboxStates)

const outboxRow = z.object({
  outboxId: z.int(),
  channel: noticeChannel,
  /** A mail address, or a phone, masked. */
  recipient: z.union([maskedPhone, z.string().includes('@'), z.literal('')]),
  title: z.string(),
  state: outboxState,
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})
export type OutboxRow = z.output<typeof outboxRow>
export const outboxList = listColumns(outboxRow, {
  title: column.text('标题', { widest: 240 }),
  state: column.choice('状态', outboxStates),
  channel: column.choice('发送方式', noticeChannels),
  recipient: column.text('收件人', { widest: 200 }),
  attempts: column.number('尝试次数'),
  lastError: column.text('失败原因', { widest: 240 }),
  createdAt: column.time('创建时间'),
  sentAt: column.time('发出时间', { missing: '尚未发出' }),
})
export const outboxMachine = machine(
  outboxStates,
  { retry: { from: ['failed', 'kept'], to: 'waiting', label: '重新发送' } },
  (_step, state) => refuse(outboxErrors.outboxNot, outboxStates[state]),
)

const outboxFilter = {
  channel: label('发送方式', filter(noticeChannel)),
  state: label('状态', filter(outboxState)),
}
const byId = z.object({ outboxId: label('邮件或短信', id) })

/** What is sent by mail and text message, and what became of it. */
export const outbox = {
  list: endpoint({
    title: '发件箱',
    method: 'GET',
    path: `${base}/outbox`,
    access,
    input: z.object({ ...paging, ...outboxFilter }),
    reply: page(outboxRow),
    columns: outboxList,
  }),
  export: fileOf(
    'list',
    { title: '导出发件箱', stepUp: 'recent', path: `${base}/outboxExport`, access },
    outboxFilter,
  ),
  info: endpoint({
    title: '发件内容',
    method: 'GET',
    path: `${base}/outboxInfo`,
    access,
    input: byId,
    reply: outboxRow.extend({
      content: z.string(),
      /** Every try, newest first, with the provider's answer. */
      log: z.array(z.object({ at: instant, ok: z.boolean(), detail: z.string() })),
    }),
  }),
  retry: endpoint({
    title: '重新发送',
    method: 'POST',
    path: `${base}/outboxRetry`,
    access,
    input: byId,
    reply: z.literal(true),
    change: '重新发送',
    record: 'outboxId',
  }),
}

/** Refusals about mails and text messages: −106yy. */
export const outboxErrors = {
  outboxNot: error(-10607, (state: string) => `“${state}”的邮件或短信不需要重新发送，请刷新列表`),
  channelUnavailable: error(
    -10608,
    (channel: string) => `系统没有配置${channel}服务，无法发送，请联系系统管理员配置`,
  ),
  outboxOver: error(-10610, '这封邮件或短信已过期，不能重新发送，请让收件人重新获取'),
  recipientMissing: error(-10609, (what: string) => `该成员没有填写${what}，请先在成员管理中补充`),
} as const
