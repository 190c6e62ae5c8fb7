import {
  type CommentKind,
  commentAccess,
  commentKinds,
  commentsAtOnce,
  errors,
  type MentionCandidate,
  mostComments,
  mostProposed,
  type RecordComment,
  refuse,
} from '@drivesim/contract'
import type { CommentedRecord } from '../../../platform/commentPart.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { openAttention } from '../../notices/attention/service.ts'
import { sayLive } from '../live/service.ts'
import { commentSubject, mentioned, mentionType } from './part.service.ts'
import * as queries from './queries.ts'

type Streams = Pick<Services, 'bus' | 'parts'>
type Place = Pick<SignedInCall, 'db' | 'scope' | 'person'>

/** Minutes in which somebody may be told that they are mentioned: their receive time comes once, and the next day is not told again. */
const toldWithin = 24 * 60 - 1

/** What somebody says, with the ids of whom they mention. */
interface Said {
  readonly text: string
  readonly mentions: readonly number[]
}

/** @throws Refusal notFound */
async function requireRecord(
  { parts }: Streams,
  { db, scope }: Place,
  { kind, id }: queries.Subject,
): Promise<CommentedRecord> {
  const part = parts.comments.find(one => one.kind === kind)
  const record = (await part?.records(db, scope, [id]))?.get(id)
  if (record === undefined) throw refuse(errors.notFound, commentKinds[kind])
  return record
}

const seenBy = (kind: CommentKind, { organId }: CommentedRecord): queries.Seen => {
  const access = commentAccess[kind]
  return { codes: access === 'signedIn' ? null : access, organId }
}

/** The comments of a record, the newest first. @throws Refusal notFound */
export async function readComments(
  streams: Streams,
  call: Place,
  subject: queries.Subject,
  { before, downTo }: { readonly before?: number | undefined; readonly downTo?: number | undefined },
): Promise<{ comments: RecordComment[]; earlier: boolean }> {
  await requireRecord(streams, call, subject)
  const newest = await queries.commentsOf(call.db, subject, {
    before,
    downTo: undefined,
    most: commentsAtOnce,
  })
  const oldest = newest.at(-1)
  const reaches = downTo === undefined || oldest === undefined || oldest.commentId <= downTo
  const rows = reaches
    ? newest
    : await queries.commentsOf(call.db, subject, { before, downTo, most: mostComments })
  const last = rows.at(-1)
  return {
    comments: rows.map(({ at, authorId, text, editedAt, ...row }) => ({
      ...row,
      at: at.toISOString(),
      text: text ?? '',
      removed: text === null,
      editedAt: editedAt?.toISOString() ?? null,
      own: authorId === call.person.id,
    })),
    earlier: last !== undefined && (await queries.hasEarlier(call.db, subject, last.commentId)),
  }
}

/** What was said of a record that its domain has found in the caller's scope, for a timeline; the newest first. */
export async function saidOf(
  db: Db,
  subject: queries.Subject,
): Promise<{ commentId: number; at: Date; authorName: string; text: string }[]> {
  const rows = await queries.commentsOf(db, subject, {
    before: undefined,
    downTo: undefined,
    most: mostComments,
  })
  return rows.flatMap(({ commentId, at, authorName, text }) =>
    text === null ? [] : [{ commentId, at, authorName, text }],
  )
}

/** Who may be mentioned: members who may see the record. @throws Refusal notFound */
export async function mentionable(
  streams: Streams,
  call: Place,
  subject: queries.Subject,
  typed: string,
): Promise<MentionCandidate[]> {
  const record = await requireRecord(streams, call, subject)
  return queries.proposeMembers(call.db, seenBy(subject.kind, record), {
    readerId: call.person.id,
    typed,
    most: mostProposed,
  })
}

/** @throws Refusal notFound, mentionUnseen */
export async function addComment(
  streams: Streams,
  call: Place,
  subject: queries.Subject,
  said: Said,
): Promise<{ commentId: number; version: number }> {
  const record = await requireRecord(streams, call, subject)
  const mentions = await requireReaders(call.db, seenBy(subject.kind, record), said.mentions)
  const { id, version } = await queries.insertComment(call.db, subject, {
    authorId: call.person.id,
    text: said.text,
    mentions,
  })
  await tell(call, subject, record, { commentId: id, mentions })
  await sayComments(streams, call.db, subject)
  return { commentId: id, version }
}

/** @throws Refusal notFound, commentNotOwn, commentRemoved, staleVersion, mentionUnseen */
export async function modifyComment(
  streams: Streams,
  call: Place,
  subject: queries.Subject,
  {
    commentId,
    version,
    ...said
  }: Said & { readonly commentId: number; readonly version?: number | undefined },
): Promise<{ commentId: number; version: number }> {
  const record = await requireRecord(streams, call, subject)
  const before = await takeOwn(call, subject, commentId)
  if (before.text === null) throw refuse(errors.commentRemoved)
  if (version !== undefined && version !== before.version) throw refuse(errors.staleVersion, '评论')
  const mentions = await requireReaders(call.db, seenBy(subject.kind, record), said.mentions)
  const now = await queries.updateComment(call.db, commentId, { text: said.text, mentions })
  const added = mentions.filter(memberId => !before.mentions.includes(memberId))
  await tell(call, subject, record, { commentId, mentions: added })
  await sayComments(streams, call.db, subject)
  return { commentId, version: now }
}

/** What is removed already stays so: the click was repeated. @throws Refusal notFound, commentNotOwn */
export async function removeComment(
  streams: Streams,
  call: Place,
  subject: queries.Subject,
  commentId: number,
): Promise<true> {
  await requireRecord(streams, call, subject)
  const { text } = await takeOwn(call, subject, commentId)
  if (text === null) return true
  await queries.emptyComment(call.db, commentId)
  await sayComments(streams, call.db, subject)
  return true
}

/** A comment for its author, locked. @throws Refusal notFound, commentNotOwn */
async function takeOwn({ db, person }: Place, subject: queries.Subject, commentId: number) {
  const comment = await queries.lockComment(db, subject, commentId)
  if (comment === undefined) throw refuse(errors.notFound, '评论')
  if (comment.authorId !== person.id) throw refuse(errors.commentNotOwn)
  return comment
}

/** The members, each once, if all of them may see the record. @throws Refusal mentionUnseen */
async function requireReaders(db: Db, seen: queries.Seen, memberIds: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(memberIds)]
  if (wanted.length === 0) return []
  const readers = await queries.whoMaySee(db, seen, wanted)
  if (readers.length < wanted.length) throw refuse(errors.mentionUnseen)
  return readers
}

/** Has those who are mentioned told, by their settings; nobody tells themselves. */
function tell(
  { db, person }: Place,
  { kind }: queries.Subject,
  { organId }: CommentedRecord,
  { commentId, mentions }: { readonly commentId: number; readonly mentions: readonly number[] },
): Promise<void> {
  return openAttention(
    db,
    mentions
      .filter(memberId => memberId !== person.id)
      .map(memberId => ({
        subject: `${commentSubject(kind)}:${commentId}`,
        type: mentionType,
        key: mentioned,
        organId,
        to: { memberId },
        minutes: toldWithin,
      })),
  )
}

const sayComments = ({ bus }: Streams, db: Db, { kind, id }: queries.Subject): Promise<void> =>
  sayLive(bus, db, { [`${kind}Comment`]: [id] })
