import { errors, largestUploadBytes, mostPdfPages, Refusal, refuse } from '@drivesim/contract'
import { type FileStore, missingIn, newStoredName, StoreAway } from '../../../platform/files/fileStore.ts'
import type { Files } from '../../../platform/files/openFiles.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { requirePicture } from '../../tools/files/service.ts'
import * as queries from './attachment.queries.ts'

/** How long an address is good, in seconds. */
const lifetime = 300
/** Hours after which a file that nothing took is removed: the form it was uploaded for may be open until then. */
const unusedHours = 24
const batch = 100
/** Of a person, in a business day. */
export const filesPerDay = 200
const megabytesPerDay = 500

/** Where attachments lie: reached by their bill alone. */
export const attachmentStore = (files: Files): FileStore => files.folder('attachments')

/** What the address of a file begins with, below the API base. */
export const attachmentPath = '/finance/api/bill/attachment/file'

const isPdf = (file: Buffer) => file.subarray(0, 5).toString('latin1') === '%PDF-'

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
  const ending = isPdf(file) ? 'pdf' : 'webp'
  if (ending === 'webp') requireSmallPicture(file)
  const name = newStoredName(ending)
  // Its row comes before its file: whatever happens between the two, no file is left that nobody knows of.
  const attachmentId = await transact(db, async trx => {
    refuseBeyondQuota(await queries.takeQuota(trx, personId), file.length)
    return queries.insertAttachment(trx, { file: name, bytes: file.length, member_id: personId })
  })
  try {
    const kept =
      ending === 'pdf'
        ? await checkPdf(pictures, file, personId)
        : await convertPicture(pictures, file, personId)
    await store.put(name, kept)
    await queries.noteBytes(db, attachmentId, kept.length)
    return { attachmentId, bytes: kept.length }
  } catch (error) {
    // Of a file that may have arrived all the same the row stays: it goes with its file, a day later.
    if (!(error instanceof StoreAway)) await queries.deleteAttachment(db, attachmentId)
    throw error
  }
}

/** @throws Refusal attachmentKind, heicPicture, fileTooLarge */
function requireSmallPicture(file: Buffer): void {
  try {
    requirePicture(file)
  } catch (error) {
    if (error instanceof Refusal && error.code === errors.notPicture.code) throw refuse(errors.attachmentKind)
    throw error
  }
  if (file.length > largestUploadBytes) throw refuse(errors.fileTooLarge, largestUploadBytes / 1024 / 1024)
}

type Pictures = Services['pictures']

async function convertPicture(pictures: Pictures, file: Buffer, personId: number): Promise<Buffer> {
  const { picture } = await pictures.convert(file, personId)
  return picture
}

const refusals = {
  unreadable: errors.pdfUnreadable,
  encrypted: errors.pdfEncrypted,
  active: errors.pdfActive,
} as const

async function checkPdf(pictures: Pictures, file: Buffer, personId: number): Promise<Buffer> {
  const verdict = await pictures.checkPdf(file, personId).catch((error: unknown) => {
    // It took too long, or too much memory.
    if (error instanceof Refusal && error.code === errors.pictureFailed.code)
      throw refuse(errors.pdfUnreadable)
    throw error
  })
  if ('refused' in verdict) throw refuse(refusals[verdict.refused])
  if (verdict.pages > mostPdfPages) throw refuse(errors.pdfTooLong)
  return file
}

function refuseBeyondQuota(today: { files: number; bytes: number }, bytes: number): void {
  if (today.files >= filesPerDay) throw refuse(errors.attachmentQuota, `${filesPerDay} 个`)
  if (today.bytes + bytes > megabytesPerDay * 1024 * 1024)
    throw refuse(errors.attachmentQuota, `${megabytesPerDay} MB`)
}

/** Where a file can be fetched for the next minutes. @throws Refusal notFound */
export async function attachmentUrl(
  { apiBase, attachmentLinks }: Pick<Services, 'apiBase' | 'attachmentLinks'>,
  { db, scope, person }: SignedInCall,
  attachmentId: number,
): Promise<{ url: string; expiresAt: string }> {
  const file = await queries.findAttachment(db, scope, attachmentId, person.id)
  if (file === undefined) throw refuse(errors.notFound, '附件')
  const end = Math.floor(Date.now() / 1000) + lifetime
  return {
    url: attachmentLinks.sign(`${apiBase}${attachmentPath}/${file}`, end),
    expiresAt: new Date(end * 1000).toISOString(),
  }
}

/** A file with the name that it is saved under; a picture is another format than it was. */
export async function fileToSave(db: Db, store: FileStore, file: string) {
  const name = (await queries.nameOf(db, file)) ?? '附件'
  const stored = await store.open(file)
  if (stored === undefined) return undefined
  const [ending = ''] = /\.\w+$/.exec(file) ?? []
  return {
    ...stored,
    name: `${name.replace(/\.(?:pdf|jpe?g|png|gif|webp)$/i, '')}${ending}`,
    type: ending === '.pdf' ? 'application/pdf' : 'image/webp',
  }
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
