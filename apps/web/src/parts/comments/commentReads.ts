import { type CommentKind, commentKinds } from '@drivesim/contract/tools/commentKinds'
import { commentCalls } from '@drivesim/contract/tools/comments'

/** The calls of a kind; those of all kinds have the same shapes. */
export const callsOf = (kind: CommentKind) => commentCalls[kind] as (typeof commentCalls)['bill']

const lists = new Map((Object.keys(commentKinds) as CommentKind[]).map(kind => [kind, [callsOf(kind).list]]))

/** What is read again after a change of comments: the same at every render. */
export const commentReads = (kind: CommentKind) => lists.get(kind) ?? []
