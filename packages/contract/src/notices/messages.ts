import { z } from 'zod'
import { bulkKind } from '../bulk.ts'
import { endpoint } from '../endpoint.ts'
import { error, refuse } from '../errors.ts'
import { id, instant, searchText } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { machine } from '../machine.ts'
import { page, pageNumber } from '../paging.ts'
import { noticeType } from './noticeTypes.ts'

const byId = z.object({ messageId: label('消息', id) })
const oneOfSite = z.object({ msg_id: label('消息', id) })

/** Where what a message is about is found, and what the link says. null: the message is all there is. */
const messageLink = z.object({ to: z.string(), text: z.string() }).nullable()
export type MessageLink = z.output<typeof messageLink>

const messageRow = z.object({
  messageId: z.int(),
  messageDate: instant,
  messageBrief: z.string(),
  read: z.boolean(),
  link: messageLink,
})
export type MessageRow = z.output<typeof messageRow>

const siteMessage = z.object({
  msg_id: z.int(),
  title: z.string(),
  /** What a title that many messages share leaves open: which device, which order. */
  brief: z.string(),
  create_time: instant,
  link: messageLink,
})
export type SiteMessage = z.output<typeof siteMessage>

/** A message's way: 未读 → 已读 (打开), 未读 or 已读 → 回收站 (删除; 消息中心 deletes read ones only), 回收站 → 已读 (还原). */
export const messageStates = { unread: '未读', read: '已读', trash: '回收站' } as const
export type MessageState = keyof typeof messageStates
export const messageMachine = machine(
  messageStates,
  {
    markRead: { from: ['unread'], to: 'read', label: '标为已读' },
    remove: { from: ['unread', 'read'], to: 'trash', label: '删除' },
    trash: { from: ['read'], to: 'trash', label: '移到回收站' },
    restore: { from: ['trash'], to: 'read', label: '还原' },
  },
  ({ label }, state) => refuse(messageErrors.messageNot, label, messageStates[state]),
)
export type MessageAction = keyof typeof messageMachine.actions

/** How many messages of each column 消息中心 shows; older ones are reached through the personal centre's pages. */
export const longestMessageColumn = 200

/** How many messages of each column a search looks through, the newest. */
export const mostSearchedMessages = 10_000

/** How many messages `markAllRead` marks at once, the newest. */
export const mostMarkedRead = 10_000

/** Which of one's messages: of one kind, and those that have the words in title or brief ({@link mostSearchedMessages}). */
const messageFilter = z.object({ kind: label('类型', noticeType.optional()), paramValue: searchText })
export type MessageFilter = z.output<typeof messageFilter>

/**
 * One store of messages, seen twice (spec §7): 系统信息 of the personal centre, and 消息中心 with its three columns.
 * `msg_id` = `messageId`; own rows only. An action that was done already
 * is done; one that the state does not allow is refused ({@link messageMachine}).
 */
export const messages = {
  count: endpoint({
    title: '未读消息数',
    method: 'GET',
    path: '/message/count',
    access: 'signedIn',
    reply: z.int(),
  }),

  list: endpoint({
    title: '系统信息列表',
    method: 'GET',
    path: '/admin/api/manage/center/message',
    access: 'signedIn',
    input: z.object({ pageNum: pageNumber.default(0) }),
    reply: page(messageRow),
  }),
  info: endpoint({
    title: '信息内容',
    method: 'GET',
    path: '/admin/api/manage/user/messageDetail',
    access: 'signedIn',
    input: byId,
    /** `messageInfo` is sanitised HTML. Opening a message marks it read. */
    reply: z.object({
      messageId: z.int(),
      messageDate: instant,
      messageBrief: z.string(),
      messageInfo: z.string(),
    }),
  }),
  remove: endpoint({
    title: '删除信息',
    method: 'POST',
    path: '/admin/api/manage/center/messageDel',
    access: 'signedIn',
    input: byId,
    reply: z.literal(true),
    change: '删除信息',
    record: 'messageId',
  }),

  /** The three columns, or what of each is of the kind and has the words. */
  columns: endpoint({
    title: '消息中心',
    method: 'GET',
    path: '/message/init',
    access: 'signedIn',
    input: messageFilter,
    reply: z.object({
      unread: z.array(siteMessage),
      readed: z.array(siteMessage),
      trash: z.array(siteMessage),
      /** Whole numbers of each column, or of what was found in it, which may be more than are listed. */
      counts: z.object({ unread: z.int(), readed: z.int(), trash: z.int() }),
    }),
  }),
  content: endpoint({
    title: '消息内容',
    method: 'GET',
    path: '/message/content',
    access: 'signedIn',
    input: oneOfSite,
    reply: z.string(),
  }),
  markRead: endpoint({
    title: '标为已读',
    method: 'POST',
    path: '/message/has_read',
    access: 'signedIn',
    input: oneOfSite,
    reply: z.literal(true),
    change: '标为已读',
    record: 'msg_id',
  }),
  /** `left`: how many are unread still, where there were more than {@link mostMarkedRead}. */
  markAllRead: endpoint({
    title: '全部标为已读',
    method: 'POST',
    path: '/message/has_read_all',
    access: 'signedIn',
    reply: z.object({ marked: z.int(), left: z.int() }),
    change: '全部标为已读',
  }),
  /** The same for what a filter finds; `left` counts of that. */
  markFoundRead: endpoint({
    title: '找到的标为已读',
    method: 'POST',
    path: '/message/has_read_found',
    access: 'signedIn',
    input: messageFilter,
    reply: z.object({ marked: z.int(), left: z.int() }),
    change: '找到的标为已读',
  }),
  trash: endpoint({
    title: '移到回收站',
    method: 'POST',
    path: '/message/remove_readed',
    access: 'signedIn',
    input: oneOfSite,
    reply: z.literal(true),
    change: '移到回收站',
    record: 'msg_id',
  }),
  restore: endpoint({
    title: '还原消息',
    method: 'POST',
    path: '/message/restore',
    access: 'signedIn',
    input: oneOfSite,
    reply: z.literal(true),
    change: '还原消息',
    record: 'msg_id',
  }),
}

/** What may be done to many of one's own messages at once. */
export const messageBulk = {
  remove: bulkKind({
    kind: 'message.remove',
    codes: [],
    /** A column of 消息中心, with words as it is searched. */
    list: {
      codes: [],
      filter: messages.columns.input
        .extend({ state: label('分类', choice({ unread: messageStates.unread, read: messageStates.read })) })
        .strict(),
    },
    input: z.object({}),
    label: () => messages.remove.title,
  }),
}

/** Refusals about messages: −106yy, shared with notices, pushes and the outbox. */
export const messageErrors = {
  messageNot: error(
    -10601,
    (action: string, state: string) => `${state}的消息不能${action}，请刷新列表后重试`,
  ),
} as const
