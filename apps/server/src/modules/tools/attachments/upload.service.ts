import { errors, largestUploadBytes, mostPdfPages, Refusal, refuse } from '@drivesim/contract'
import type { FileStore } from '../../../platform/files/fileStore.ts'
import type { Files } from '../../../platform/files/openFiles.ts'
import type { Services } from '../../../platform/module.ts'
import { requirePicture } from '../files/service.ts'

// Whatever is attached to something: pictures are made anew, PDFs are kept as they are if they only show pages (decision 0077).

/** How long an address is good, in seconds. */
const lifetime = 300
/** Hours after which a file that nothing took is removed: the form it was uploaded for may be open until then. */
export const unusedHours = 24
/** Of a person, in a business day. */
export const filesPerDay = 200
const megabytesPerDay = 500

/** Where attachments lie: reached by what they are attached to alone. */
export const attachmentStore = (files: Files): FileStore => files.folder('attachments')

const isPdf = (file: Buffer) => file.subarray(0, 5).toString('latin1') === '%PDF-'

/** What a file is kept as; a picture that is none, or too large, is refused. @throws Refusal attachmentKind, heicPicture, fileTooLarge */
export function endingOf(file: Buffer): 'pdf' | 'webp' {
  if (isPdf(file)) return 'pdf'
  try {
    requirePicture(file)
  } catch (error) {
    if (error instanceof Refusal && error.code === errors.notPicture.code) throw refuse(errors.attachmentKind)
    throw error
  }
  if (file.length > largestUploadBytes) throw refuse(errors.fileTooLarge, largestUploadBytes / 1024 / 1024)
  return 'webp'
}

type Pictures = Services['pictures']

/** @returns the bytes that are kept @throws the refusals of pictures and of PDFs */
export async function keptBytes(pictures: Pictures, file: Buffer, personId: number): Promise<Buffer> {
  if (isPdf(file)) return checkPdf(pictures, file, personId)
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

/** @throws Refusal attachmentQuota */
export function refuseBeyondQuota(today: { files: number; bytes: number }, bytes: number): void {
  if (today.files >= filesPerDay) throw refuse(errors.attachmentQuota, `${filesPerDay} 个`)
  if (today.bytes + bytes > megabytesPerDay * 1024 * 1024)
    throw refuse(errors.attachmentQuota, `${megabytesPerDay} MB`)
}

/** Where a file can be fetched for the next minutes. @param path of its address, below the API base */
export function signedUrl(
  { apiBase, attachmentLinks }: Pick<Services, 'apiBase' | 'attachmentLinks'>,
  path: string,
): { url: string; expiresAt: string } {
  const end = Math.floor(Date.now() / 1000) + lifetime
  return {
    url: attachmentLinks.sign(`${apiBase}${path}`, end),
    expiresAt: new Date(end * 1000).toISOString(),
  }
}

/** A file with the name that it is saved under; a picture is another format than it was. */
export async function fileToSave(store: FileStore, file: string, name: string | null) {
  const stored = await store.open(file)
  if (stored === undefined) return undefined
  const [ending = ''] = /\.\w+$/.exec(file) ?? []
  return {
    ...stored,
    name: `${(name ?? '附件').replace(/\.(?:pdf|jpe?g|png|gif|webp)$/i, '')}${ending}`,
    type: ending === '.pdf' ? 'application/pdf' : 'image/webp',
  }
}
