import {
  type CommentEventName,
  type CommentKind,
  commentAccess,
  commentKinds,
  type LiveEvents,
  type NoticeType,
} from '@drivesim/contract'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { CommentPart } from '../../../platform/commentPart.ts'
import type { LivePart, NoticePart } from '../../../platform/parts.ts'
import { saidComments } from './queries.ts'

/** By which of their settings people are told that a comment mentions them. */
export const mentionType = 'mention' satisfies NoticeType
/** What there is to say of a comment: the word of its reminder. */
export const mentioned = 'mentioned'
/** Characters of a comment in the message that tells of it. */
const mostTold = 200

/** What a domain hands over for its records to be commented on: the records, the words for who is mentioned, and the live event. */
export interface Commented {
  readonly comments: CommentPart
  readonly notices: NoticePart
  readonly live: LivePart<LiveEvents[CommentEventName]>
}

/** Makes the parts of a domain whose records people comment on. */
export function commentsOn(part: CommentPart & { readonly kind: CommentKind }): Commented {
  const { kind } = part
  const access = commentAccess[kind]
  return {
    comments: part,
    notices: {
      subject: commentSubject(kind),
      words: { [mentioned]: { what: '的评论提到了您', beganAt: '评论时间', endedAt: '截止时间' } },
      async describe(db, ids) {
        const said = await saidComments(db, kind, ids)
        const records = await part.records(
          db,
          systemScope,
          said.map(({ subjectId }) => subjectId),
        )
        return new Map(
          said.flatMap(({ id, subjectId, authorName, text }) => {
            const record = records.get(subjectId)
            if (record === undefined) return []
            const { name, place, to } = record
            const told = text.length > mostTold ? `${text.slice(0, mostTold)}…` : text
            const facts = [`${commentKinds[kind]}：${name}（${place}）`, `${authorName}：${told}`]
            return [[id, { name, place, facts, link: `${to}&comment=${id}`, linkText: '查看评论' }] as const]
          }),
        )
      },
    },
    live: {
      event: `${kind}Comment` satisfies CommentEventName,
      codes: access === 'signedIn' ? [] : access,
      async read(db, ids) {
        const records = await part.records(db, systemScope, ids.map(Number))
        return [...records].map(([subjectId, { organId }]) => ({
          key: subjectId,
          organId,
          data: { subjectId },
        }))
      },
    },
  }
}

/** What reminders call the comments of a kind. */
export const commentSubject = (kind: CommentKind) => `${kind}Comment`
