import { errors, refuse } from '@drivesim/contract'
import { type FileStore, missingIn, newStoredName, StoreAway } from '../../../platform/files/fileStore.ts'
import type { Files } from '../../../platform/files/openFiles.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import {
  attachmentStore,
  endingOf,
  keptBytes,
  refuseBeyondQuota,
  signedUrl,
  unusedHours,
} from '../../tools/attachments/upload.service.ts'
import * as queries from './attachment.queries.ts'

const batch = 100
/** What the address of a file begins with, below the API base. */
export const attachmentPath = '/finance/api/bill/attachment/file'

/**
 * Stores a file: a picture made anew, a PDF as it is if it only shows pages. It is its uploader's until an entry takes it.
 * @throws Refusal attachmentKind, attachmentQuota, fileTooLarge, the refusals of pictures and of PDFs
 */
export async function storeAttachment(
  { db, pictures }: Pick<Services, 'db' | 'pictures'>,
  store: FileStore,
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
    await store.put(name, kept)
    await queries.noteBytes(db, attachmentId, kept.length)
    return { attachmentId, bytes: kept.length }
  } catch (error) {
    // Of a file that may have arrived all the same the row stays: it goes with its file, a day later.
    if (!(error instanceof StoreAway)) await queries.deleteAttachment(db, attachmentId)
    throw error
  }
}

/** Where a file can be fetched for the next minutes. @throws Refusal notFound */
export async function attachmentUrl(
  { apiBase, attachmentLinks }: Pick<Services, 'apiBase' | 'attachmentLinks'>,
  { db, scope, person }: SignedInCall,
  attachmentId: number,
): Promise<{ url: string; expiresAt: string }> {
  const file = await queries.findAttachment(db, scope, attachmentId, person.id)
  if (file === undefined) throw refuse(errors.notFound, '附件')
  return signedUrl({ apiBase, attachmentLinks }, `${attachmentPath}/${file}`)
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

/** The files that entries have, which are not there. */
export async function missingAttachments(db: Db, files: Files): Promise<string[]> {
  return missingIn(attachmentStore(files), await queries.usedFiles(db))
}
