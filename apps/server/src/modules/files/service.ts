import { randomBytes } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract'
import sharp from 'sharp'
import type { PictureStore } from './storage.service.ts'

/** What a picture is at most when decoded: the newest phones take 50 megapixels; 200 MB while it is turned into ours. */
const mostPixels = 50_000_000
/** The longer side of what is kept, in pixels. */
const longestSide = 1600
const quality = 82
/** Seconds one picture may take. */
const patience = 15

// One thread a picture, and nothing kept of the last: memory is what pictures cost.
sharp.concurrency(1)
sharp.cache(false)

/** How the files of the formats that are taken begin; nothing else reaches a decoder. */
const beginnings: readonly RegExp[] = [/^\xff\xd8\xff/, /^[\s\S]PNG\r\n/, /^GIF8[79]a/, /^RIFF[\s\S]{4}WEBP/]
/** What makes a picture a page or a program too, wherever in it it stands. */
const foreign = /<script[\s>/]|<html[\s>]|<svg\s|<iframe[\s>]|<!doctype\s|<\?php\s/i

/**
 * Stores a picture: decoded, turned upright, made smaller where it is too large, and written anew as WebP. What was not
 * picture in it (its place, its camera, hidden files) is gone.
 * @returns where it is served
 * @throws Refusal notPicture, pictureTooManyPixels
 */
export async function storePicture(store: PictureStore, file: Buffer): Promise<{ url: string }> {
  const text = file.toString('latin1')
  if (!beginnings.some(beginning => beginning.test(text)) || foreign.test(text))
    throw refuse(errors.notPicture)
  const picture = await convert(file)
  const name = `${randomBytes(24).toString('base64url')}.webp`
  await store.put(name, picture)
  return { url: `/files/${name}` }
}

async function convert(file: Buffer): Promise<Buffer> {
  try {
    return await sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: patience })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
  } catch (error) {
    // sharp throws plain errors; whatever it could not read is no picture to us.
    const tooMany = error instanceof Error && /pixel limit/i.test(error.message)
    throw refuse(tooMany ? errors.pictureTooManyPixels : errors.notPicture)
  }
}
