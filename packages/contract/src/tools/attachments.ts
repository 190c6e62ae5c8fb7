import { z } from 'zod'
import type { Access } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { id, instant, nameText } from '../fields.ts'
import { label } from '../labels.ts'
import { namedByKind } from './namedByKind.ts'

/** Records that have files beside them, by what they are called. */
export const attachmentKinds = { contract: '合同', payment: '收付款单', workOrder: '工单' } as const
export type AttachmentKind = keyof typeof attachmentKinds

/** Who reads what is attached to such a record, and who attaches. */
export const attachmentAccess = {
  contract: { read: ['finance:contract'], write: ['finance:edit'] },
  payment: { read: ['finance', 'finance:receipt'], write: ['finance:edit'] },
  workOrder: { read: ['ops'], write: ['ops:report', 'ops:dispatch', 'ops:handle'] },
} as const satisfies Record<AttachmentKind, { read: Access; write: Access }>

/** Files beside one record. */
export const mostOfRecord = 9
/** Bytes of a PDF; of a picture it is what pictures have. */
const largestFile = 10 * 1024 * 1024

const attached = z.object({
  attachmentId: z.int(),
  name: z.string(),
  /** As it is kept: a picture is made anew. */
  bytes: z.int(),
  at: instant,
  memberName: z.string(),
})
export type AttachedFile = z.output<typeof attached>

const subjectId = label('记录', id)
const attachmentId = label('附件', id)
const one = { subjectId, attachmentId }

function callsOf<const Kind extends AttachmentKind>(kind: Kind) {
  const what: string = attachmentKinds[kind]
  const { read, write } = attachmentAccess[kind]
  const path = <const Act extends string>(act: Act) => `/admin/api/attachment/${kind}/${act}` as const
  return {
    list: endpoint({
      method: 'GET',
      title: `${what}的附件`,
      path: path('list'),
      access: read,
      input: z.object({ subjectId }),
      reply: z.array(attached),
    }),
    /** Its uploader's until `add` takes it; removed after a day without. */
    upload: endpoint({
      method: 'POST',
      title: `上传${what}的附件`,
      path: path('upload'),
      access: write,
      upload: true,
      largestBody: largestFile,
      reply: z.object({ attachmentId: z.int(), bytes: z.int() }),
      perMinute: 20,
    }),
    add: endpoint({
      method: 'POST',
      title: `添加${what}的附件`,
      path: path('add'),
      access: write,
      input: z.object({ ...one, name: label('文件名', nameText(100)) }),
      reply: z.literal(true),
      change: `添加${what}的附件`,
      record: 'subjectId',
    }),
    /** It is not shown any more; its file stays, as evidence does. */
    remove: endpoint({
      method: 'POST',
      title: `移除${what}的附件`,
      path: path('remove'),
      access: write,
      input: z.object(one),
      reply: z.literal(true),
      change: `移除${what}的附件`,
      record: 'subjectId',
    }),
    /** The address from which it can be saved, good for five minutes. */
    url: endpoint({
      method: 'GET',
      title: `${what}附件的下载地址`,
      path: path('url'),
      access: read,
      input: z.object(one),
      reply: z.object({ url: z.string(), expiresAt: instant }),
    }),
  }
}

/** The calls by the kind of record. */
export const attachmentCalls = {
  contract: callsOf('contract'),
  payment: callsOf('payment'),
  workOrder: callsOf('workOrder'),
}

type Named<Kind extends AttachmentKind> = {
  readonly [Name in keyof (typeof attachmentCalls)[Kind] &
    string as `${Kind}${Capitalize<Name>}`]: (typeof attachmentCalls)[Kind][Name]
}
const named = <const Kind extends AttachmentKind>(kind: Kind) =>
  namedByKind<unknown>(kind, attachmentCalls[kind]) as Named<Kind>

/** 附件 of records: pictures, and PDFs that only show pages (decision 0118). */
export const attachments = { ...named('contract'), ...named('payment'), ...named('workOrder') }

/** Refusals about attachments: −1286y. */
export const attachmentErrors = {
  attachmentsFull: error(-12860, `一条记录最多 ${mostOfRecord} 个附件，请先移除不需要的附件`),
} as const
