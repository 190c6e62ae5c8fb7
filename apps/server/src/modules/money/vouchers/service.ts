import { createHash } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract'
import { type FileStore, missingIn, newStoredName, StoreAway } from '../../../platform/files/fileStore.ts'
import type { Files } from '../../../platform/files/openFiles.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { refuseBeyondQuota, requirePicture } from '../../tools/files/service.ts'
import * as queries from './queries.ts'

/** How long an address is good, in seconds: as long as somebody looks at a picture. */
const lifetime = 300
/** Hours after which a voucher that nothing uses is removed: the form it was uploaded for may be open until then. */
const unusedHours = 24
const batch = 100

/** Where vouchers lie: not among the pictures, since many replies have the addresses of those. */
export const voucherStore = (files: Files): FileStore => files.folder('vouchers')

/** What the address of a voucher's file begins with, below the API base. */
export const voucherPath = '/finance/api/voucher/file'

/**
 * Stores a voucher, made anew as pictures are; it is its uploader's until something uses it.
 * @throws Refusal notPicture, heicPicture, pictureTooManyPixels, picturesBusy, pictureFailed, pictureQuota
 */
export async function storeVoucher(
  { db, pictures }: Pick<Services, 'db' | 'pictures'>,
  store: FileStore,
  file: Buffer,
  personId: number,
): Promise<{ voucherId: number }> {
  requirePicture(file)
  const name = newStoredName('webp')
  // Its row comes before its file: whatever happens between the two, no file is left that nobody knows of.
  const voucherId = await transact(db, async trx => {
    refuseBeyondQuota(await queries.takeQuota(trx, personId), file.length)
    const sha256 = createHash('sha256').update(file).digest()
    return queries.insertVoucher(trx, { file: name, sha256, bytes: file.length, member_id: personId })
  })
  try {
    const { picture, pixels, look } = await pictures.convert(file, personId)
    await store.put(name, picture)
    await queries.notePrints(db, voucherId, { pixels: Buffer.from(pixels), look })
  } catch (error) {
    // Of a file that may have arrived all the same the row stays: it goes with its file, a day later.
    if (!(error instanceof StoreAway)) await queries.deleteVoucher(db, voucherId)
    throw error
  }
  return { voucherId }
}

/** Where a voucher can be seen for the next minutes. @throws Refusal notFound */
export async function addressOf(
  { apiBase, voucherLinks }: Pick<Services, 'apiBase' | 'voucherLinks'>,
  { db, scope, person }: SignedInCall,
  voucherId: number,
): Promise<{ url: string; expiresAt: string }> {
  const file = await queries.findFile(db, scope, voucherId, person.id)
  if (file === undefined) throw refuse(errors.notFound, '凭证')
  const end = Math.floor(Date.now() / 1000) + lifetime
  return {
    url: voucherLinks.sign(`${apiBase}${voucherPath}/${file}`, end),
    expiresAt: new Date(end * 1000).toISOString(),
  }
}

/**
 * Uses a voucher for something of a school, as part of the transaction.
 * @returns what it is known by @throws Refusal notFound where it is another school's or person's
 */
export async function useVoucher(
  { db, person }: Pick<SignedInCall, 'db' | 'person'>,
  voucherId: number,
  schoolId: number,
): Promise<queries.VoucherMarks> {
  const known = await queries.takeVoucher(db, voucherId, { schoolId, memberId: person.id })
  if (known === undefined) throw refuse(errors.notFound, '凭证')
  return known
}

/** A payment that may have a slip. */
interface Slip {
  readonly voucherId: number | undefined
  /** Said, where one much like it was used: it is another. */
  readonly confirmVoucher: boolean
  readonly schoolId: number
  /** Fen; of what was given back as well as of what came. */
  readonly amount: number
}

/**
 * Uses the voucher of a payment, if it has one, behind what that locks: a slip proves one, by whatever upload of it, also of
 * many that are entered at once. A picture much like one of the same amount is asked about: another photo of the same paper.
 * @throws Refusal notFound, voucherUsed, voucherLike
 */
export async function takeSlip(
  call: Pick<SignedInCall, 'db' | 'person'>,
  { voucherId, confirmVoucher, schoolId, amount }: Slip,
): Promise<void> {
  if (voucherId === undefined) return
  const known = await useVoucher(call, voucherId, schoolId)
  await queries.queueForSlip(call.db, known)
  const used = await queries.usedBy(call.db, known)
  if (used !== undefined) throw refuse(errors.voucherUsed, used)
  if (confirmVoucher || known.look === null) return
  const like = await queries.likeOf(call.db, { look: known.look, amount: Math.abs(amount) })
  if (like !== undefined) throw refuse(errors.voucherLike, like)
}

/** Removes the vouchers that nothing used for a day. Any server may, at any time. */
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

/** The files of vouchers that something uses, which are not there. */
export async function missingVouchers(db: Db, files: Files): Promise<string[]> {
  return missingIn(voucherStore(files), await queries.usedFiles(db))
}
