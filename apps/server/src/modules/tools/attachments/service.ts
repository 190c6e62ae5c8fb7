import { type AttachedFile, attachmentKinds, errors, mostOfRecord, refuse } from '@drivesim/contract'
import { type FileStore, missingIn, newStoredName, StoreAway } from '../../../platform/files/fileStore.ts'
import type { Files } from '../../../platform/files/openFiles.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import * as queries from './queries.ts'
import {
  attachmentStore,
  endingOf,
  keptBytes,
  refuseBeyondQuota,
  signedUrl,
  unusedHours,
} from './upload.service.ts'

const batch = 100

/** What the address of a file begins with, below the API base. */
export const recordFilePath = '/admin/api/attachment/file'

/**
 * Stores a file: its uploader's until a record takes it.
 * @throws Refusal attachmentKind, attachmentQuota, fileTooLarge, the refusals of pictures and of PDFs
 */
export async function storeUpload(
  { db, pictures, files }: Pick<Services, 'db' | 'pictures' | 'files'>,
  file: Buffer,
  personId: number,
): Promise<{ attachmentId: number; bytes: number }> {
  const name = newStoredName(endingOf(file))
  // Its row comes before its file: whatever happens between the two, no file is left that nobody knows of.
  const attachmentId = await transact(db, async trx => {
    refuseBeyondQuota(await queries.takeQuota(trx, personId), file.length)
    return queries.insertAttachment(trx, { file: name, bytes: file.length, member_id: personId })
  })
  try {
    const kept = await keptBytes(pictures, file, personId)
    await attachmentStore(files).put(name, kept)
    await queries.noteBytes(db, attachmentId, kept.length)
    return { attachmentId, bytes: kept.length }
  } catch (error) {
    // Of a file that may have arrived all the same the row stays: it goes with its file, a day later.
    if (!(error instanceof StoreAway)) await queries.deleteAttachment(db, attachmentId)
    throw error
  }
}

type Place = Pick<SignedInCall, 'db' | 'scope' | 'person'>

/** @throws Refusal notFound */
async function requireRecord(
  { parts }: Pick<Services, 'parts'>,
  { db, scope }: Place,
  { kind, id }: queries.Subject,
): Promise<void> {
  const part = parts.attachments.find(one => one.kind === kind)
  if (part === undefined || !(await part.has(db, scope, id)))
    throw refuse(errors.notFound, attachmentKinds[kind])
}

/** What stands beside a record, the oldest first. @throws Refusal notFound */
export async function readAttachments(
  services: Pick<Services, 'parts'>,
  call: Place,
  subject: queries.Subject,
): Promise<AttachedFile[]> {
  await requireRecord(services, call, subject)
  const rows = await queries.attachmentsOf(call.db, subject)
  return rows.map(({ at, file: _file, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Puts what the caller uploaded beside a record. @throws Refusal notFound, attachmentsFull */
export async function addAttachment(
  services: Pick<Services, 'parts'>,
  call: Place,
  subject: queries.Subject,
  { attachmentId, name }: { readonly attachmentId: number; readonly name: string },
): Promise<true> {
  const { db, person } = call
  await requireRecord(services, call, subject)
  await queries.lockSubject(db, subject)
  const there = await queries.attachmentsOf(db, subject)
  if (there.length >= mostOfRecord) throw refuse(errors.attachmentsFull)
  if (!(await queries.giveTo(db, subject, { attachmentId, name, memberId: person.id })))
    throw refuse(errors.notFound, '附件')
  return true
}

/** @throws Refusal notFound */
export async function removeAttachment(
  services: Pick<Services, 'parts'>,
  call: Place,
  subject: queries.Subject,
  attachmentId: number,
): Promise<true> {
  await requireRecord(services, call, subject)
  if (!(await queries.hide(call.db, subject, attachmentId))) throw refuse(errors.notFound, '附件')
  return true
}

/** Where a file can be fetched for the next minutes. @throws Refusal notFound */
export async function attachmentAddress(
  services: Pick<Services, 'parts' | 'apiBase' | 'attachmentLinks'>,
  call: Place,
  subject: queries.Subject,
  attachmentId: number,
): Promise<{ url: string; expiresAt: string }> {
  await requireRecord(services, call, subject)
  const there = await queries.attachmentsOf(call.db, subject)
  const found = there.find(one => one.attachmentId === attachmentId)
  if (found === undefined) throw refuse(errors.notFound, '附件')
  return signedUrl(services, `${recordFilePath}/${found.file}`)
}

/** Removes the files that nothing took for a day. Any server may, at any time. */
export async function removeUnused({ db }: Pick<Services, 'db'>, store: FileStore): Promise<void> {
  let removed = batch
  while (removed === batch) {
    removed = await transact(db, async trx => {
      const files = await queries.deleteUnused(trx, { hours: unusedHours, most: batch })
      // Within the transaction: if it fails the row is still there, and the file is removed again.
      for (const file of files) await store.remove(file)
      return files.length
    })
  }
}

/** The files that records have, which are not there. */
export async function missingOfRecords(db: Db, files: Files): Promise<string[]> {
  return missingIn(attachmentStore(files), await queries.usedFiles(db))
}
