import { z } from 'zod'
import type { Access } from '../access.ts'
import { anyDeviceOrOps } from '../devices/devices/deviceShapes.ts'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { filter, id, instant, searchText, text, version } from '../fields.ts'
import { label } from '../labels.ts'
import { type CommentKind, commentKinds, longestComment, mostMentions } from './commentKinds.ts'
import { namedByKind } from './namedByKind.ts'

/** Who may see such a record: they read and write its comments, and may be mentioned there. */
export const commentAccess = {
  bill: ['finance'],
  contract: ['finance:contract'],
  refund: 'signedIn',
  device: anyDeviceOrOps,
  student: 'signedIn',
  workOrder: ['ops'],
} as const satisfies Record<CommentKind, Access>

/** Comments that a reading gives, the newest first. */
export const commentsAtOnce = 50
/** The most where it reaches down to one that was asked for. */
export const mostComments = 500
/** People that are proposed for a mention. */
export const mostProposed = 20

const mention = z.object({ memberId: z.int(), name: z.string() })

/** A comment as its record shows it; one that was removed says that there was one. */
const comment = z.object({
  commentId: z.int(),
  at: instant,
  authorName: z.string(),
  /** Empty: removed. */
  text: z.string(),
  mentions: z.array(mention),
  editedAt: instant.nullable(),
  removed: z.boolean(),
  /** Written by the reader, who may change or remove it. */
  own: z.boolean(),
  version: z.int(),
})
export type RecordComment = z.output<typeof comment>

const candidate = mention.extend({ organName: z.string().nullable() })
export type MentionCandidate = z.output<typeof candidate>

const subjectId = label('记录', id)
const commentId = label('评论', id)
const said = {
  text: label('评论', text(longestComment)),
  /** Members whose names stand behind an @ in the text. */
  mentions: label('提到的人', z.array(id).max(mostMentions).default([])),
}
const written = z.object({ commentId: z.int(), version: z.int() })

/** The calls of one kind of record: its access is that of the record itself. */
function callsOf<const Kind extends CommentKind>(kind: Kind) {
  const what: string = commentKinds[kind]
  const access = commentAccess[kind]
  const path = <const Act extends string>(act: Act) => `/admin/api/comment/${kind}/${act}` as const
  return {
    list: endpoint({
      method: 'GET',
      title: `${what}的评论`,
      path: path('list'),
      access,
      input: z.object({
        subjectId,
        /** Those before this one. */
        before: label('之前', filter(id)),
        /** All down to this one, for whoever was told of it. */
        downTo: label('评论', filter(id)),
      }),
      reply: z.object({ comments: z.array(comment), earlier: z.boolean() }),
    }),
    members: endpoint({
      method: 'GET',
      title: `可提到的成员：${what}`,
      path: path('members'),
      access,
      input: z.object({ subjectId, paramValue: searchText }),
      reply: z.array(candidate),
    }),
    add: endpoint({
      method: 'POST',
      title: `评论${what}`,
      path: path('add'),
      access,
      perMinute: 30,
      input: z.object({ subjectId, ...said }),
      reply: written,
      change: `评论${what}`,
      record: 'subjectId',
    }),
    /** One's own. Who is mentioned anew is told. */
    modify: endpoint({
      method: 'POST',
      title: `修改评论：${what}`,
      path: path('modify'),
      access,
      perMinute: 30,
      input: z.object({ subjectId, commentId, version, ...said }),
      reply: written,
      change: `修改${what}的评论`,
      record: 'commentId',
    }),
    /** One's own; its text is gone, and that it was there stays. */
    remove: endpoint({
      method: 'POST',
      title: `删除评论：${what}`,
      path: path('remove'),
      access,
      input: z.object({ subjectId, commentId }),
      reply: z.literal(true),
      change: `删除${what}的评论`,
      record: 'commentId',
    }),
  }
}

/** The calls by the kind of record. */
export const commentCalls = {
  bill: callsOf('bill'),
  contract: callsOf('contract'),
  refund: callsOf('refund'),
  device: callsOf('device'),
  student: callsOf('student'),
  workOrder: callsOf('workOrder'),
}

type Named<Kind extends CommentKind> = {
  readonly [Name in keyof (typeof commentCalls)[Kind] &
    string as `${Kind}${Capitalize<Name>}`]: (typeof commentCalls)[Kind][Name]
}

const named = <const Kind extends CommentKind>(kind: Kind) =>
  namedByKind<unknown>(kind, commentCalls[kind]) as Named<Kind>

/** 评论 on records of several domains: who may see the record may read, write and be mentioned. */
export const comments = {
  ...named('bill'),
  ...named('contract'),
  ...named('refund'),
  ...named('device'),
  ...named('student'),
  ...named('workOrder'),
}

/** Refusals about comments: −1284y. */
export const commentErrors = {
  mentionUnseen: error(-12840, '提到的成员看不到这条记录，请从“@”的列表中选择'),
  commentNotOwn: error(-12841, '只有评论人可以修改或删除这条评论'),
  commentRemoved: error(-12842, '这条评论已删除，请刷新后重试'),
} as const
