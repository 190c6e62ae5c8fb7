import { errors, refuse } from '@drivesim/contract'
import { type FileStore, missingIn, newStoredName, StoreAway } from '../../../platform/files/fileStore.ts'
import type { Files } from '../../../platform/files/openFiles.ts'
import type { Services } from '../../../platform/module.ts'
import type { PictureUse } from '../../../platform/parts.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import * as queries from './queries.ts'

/** What a person may upload of one kind in a business day; kept and unused alike, and what was sent in vain not. */
export const picturesPerDay = 300
export const megabytesPerDay = 300
const quotas = { pictures: `${picturesPerDay} 张`, bytes: `${megabytesPerDay} MB` }

/** Hours without any use after which a picture is removed: a form that is open may still be sent, a back-up finishes. */
const unusedHours = 24
const batch = 100

/** How the files of the formats that are taken begin; nothing else reaches a decoder. */
const beginnings: readonly RegExp[] = [/^\xff\xd8\xff/, /^[\s\S]PNG\r\n/, /^GIF8[79]a/, /^RIFF[\s\S]{4}WEBP/]
/** What phones make of photos unless they are asked for JPEG; the library reads none. */
const heic = /^[\s\S]{4}ftyp(?:hei|hev|mif1|msf1)/
/** What makes a picture a page or a program too, wherever in it it stands. */
const foreign = /<script[\s>/]|<html[\s>]|<svg\s|<iframe[\s>]|<!doctype\s|<\?php\s/i

/**
 * Stores a picture: decoded, turned upright, made smaller where it is too large, and written anew as WebP. What was not
 * picture in it (its place, its camera, hidden files) is gone.
 * @param personId null: somebody unknown; the caller says how many they may send
 * @returns where it is served, as it is stored
 * @throws Refusal notPicture, heicPicture, pictureTooManyPixels, picturesBusy, pictureFailed, pictureQuota, StoreAway
 */
export async function storePicture(
  { db, pictures }: Services,
  store: FileStore,
  file: Buffer,
  personId: number | null,
): Promise<{ url: string }> {
  requirePicture(file)
  const name = newStoredName('webp')
  const url = addressOf(name)
  // Its row comes before its file: whatever happens between the two, no file is left that nobody knows of.
  await register(db, { address: url, member_id: personId, bytes: file.length })
  try {
    const { picture } = await pictures.convert(file, personId ?? stranger)
    await store.put(name, picture)
  } catch (error) {
    // Of a file that may have arrived all the same the row stays: it goes with its file, a day later.
    if (!(error instanceof StoreAway)) await queries.deletePicture(db, url)
    throw error
  }
  return { url }
}

/** @throws Refusal heicPicture; notPicture unless the file begins as a picture does, and is nothing else besides */
export function requirePicture(file: Buffer): void {
  const text = file.toString('latin1')
  if (heic.test(text)) throw refuse(errors.heicPicture)
  if (!beginnings.some(beginning => beginning.test(text)) || foreign.test(text))
    throw refuse(errors.notPicture)
}

/** Where pictures lie. */
export const pictureStore = (files: Files): FileStore => files.folder('files')

/** All unknown people together have the turns of one person. */
const stranger = 0

const addressOf = (name: string) => `/files/${name}`
const nameOf = (address: string) => address.replace('/files/', '')

type NewPicture = Parameters<typeof queries.insertPicture>[1]

/** @throws Refusal pictureQuota */
function register(db: Services['db'], picture: NewPicture): Promise<void> {
  return transact(db, async trx => {
    if (picture.member_id !== null)
      refuseBeyondQuota(await queries.takeQuota(trx, picture.member_id), picture.bytes)
    await queries.insertPicture(trx, picture)
  })
}

/** @throws Refusal pictureQuota where a file of so many bytes is more than a day allows beside what it has */
export function refuseBeyondQuota(today: { pictures: number; bytes: number }, bytes: number): void {
  if (today.pictures >= picturesPerDay) throw refuse(errors.pictureQuota, quotas.pictures)
  if (today.bytes + bytes > megabytesPerDay * 1024 * 1024) throw refuse(errors.pictureQuota, quotas.bytes)
}

/** Whether everybody may see a picture: something shows it to them now. */
export function isOpenToAll({ db, parts }: Services, address: string): Promise<boolean> {
  return queries.isOpenToAll(db, parts.pictures, address)
}

/** Removes the pictures that nothing has used for a day. Any server may, at any time. */
export async function removeUnused(
  { db, parts }: Pick<Services, 'db' | 'parts'>,
  store: FileStore,
): Promise<void> {
  await queries.noteUnused(db, parts.pictures)
  let removed = batch
  while (removed === batch) {
    removed = await transact(db, async trx => {
      const addresses = await queries.deleteUnused(trx, parts.pictures, { hours: unusedHours, most: batch })
      // Within the transaction: if it fails the row is still there, and the file is removed again.
      for (const address of addresses) await store.remove(nameOf(address))
      return addresses.length
    })
  }
}

/** The addresses of pictures that something uses, but without a file. */
export async function missingPictures(db: Db, uses: readonly PictureUse[], files: Files): Promise<string[]> {
  const used = await queries.usedPictures(db, uses)
  return (await missingIn(pictureStore(files), used.map(nameOf))).map(addressOf)
}
