import { type CommentKind, commentKinds, type comments, contract, namedByKind } from '@drivesim/contract'
import type { Handlers } from '../../../platform/http/call.ts'
import { implement } from '../../../platform/http/implement.ts'
import type { Module, Services } from '../../../platform/module.ts'
import { commentNamesInLog } from './names.ts'
import { commentsSeed } from './seed.ts'
import { addComment, mentionable, modifyComment, readComments, removeComment } from './service.ts'

type All = Handlers<typeof comments>
/** The handlers of one kind; those of the others have the same shapes. */
interface OfKind {
  readonly list: All['billList']
  readonly members: All['billMembers']
  readonly add: All['billAdd']
  readonly modify: All['billModify']
  readonly remove: All['billRemove']
}

const handlersOf = (services: Services, kind: CommentKind): OfKind => ({
  list: ({ subjectId: id, ...which }, call) => readComments(services, call, { kind, id }, which),
  members: ({ subjectId: id, paramValue = '' }, call) =>
    mentionable(services, call, { kind, id }, paramValue),
  add: ({ subjectId: id, ...said }, call) => addComment(services, call, { kind, id }, said),
  modify: ({ subjectId: id, ...said }, call) => modifyComment(services, call, { kind, id }, said),
  remove: ({ subjectId: id, commentId }, call) => removeComment(services, call, { kind, id }, commentId),
})

/** 评论: what people say of records of several domains, which hand them over as `comments`. */
export const commentsModule: Module = {
  logNames: [commentNamesInLog],
  seed: [commentsSeed],
  routes(app, services) {
    const kinds = Object.keys(commentKinds) as CommentKind[]
    const handlers = kinds.map(kind => namedByKind<unknown>(kind, { ...handlersOf(services, kind) }))
    implement({ app, services }, 'comments', contract.comments, Object.assign({}, ...handlers) as All)
  },
}
