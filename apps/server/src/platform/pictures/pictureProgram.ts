import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { checkPdf, type PdfVerdict } from '../pdf/checkPdf.ts'

// The program of a process of its own (pictureProcess.ts): strangers' bytes are decoded here, by native code, and nowhere
// else. It gets one picture at a time, answers each, and ends with the server.

/** What it is given: a picture, or a PDF that is kept as it is. */
export type GivenFile = { readonly picture: Uint8Array } | { readonly pdf: Uint8Array }

/** What becomes of a picture: a WebP and what it is known by, or why there is none. */
export type ConvertedPicture =
  | (Prints & { readonly picture: Uint8Array; readonly rss: number })
  | { readonly refused: 'notPicture' | 'tooManyPixels'; readonly rss: number }
export type CheckedPdf = { readonly pdf: PdfVerdict; readonly rss: number }

/** What a picture is known by, whatever file it came in. */
export interface Prints {
  /** SHA-256 of what is seen: bytes behind a picture, and words in it that nobody sees, change nothing. */
  readonly pixels: Uint8Array
  /** 256 bits, as `0` and `1`: taken again, smaller or compressed harder, a few of them differ. */
  readonly look: string
}

/** A phone's 24 megapixels, and no more: some 100 MB while they are turned into ours. Told from the head, undecoded. */
const mostPixels = 25_000_000
/** The longer side of what is kept, in pixels. */
const longestSide = 1600
const quality = 82

// One thread a picture, and nothing kept of the last: memory is what pictures cost.
sharp.concurrency(1)
sharp.cache(false)

/** Decoded, turned upright, made smaller where it is too large, and written anew. */
async function convert(file: Uint8Array): Promise<Prints & { picture: Uint8Array }> {
  const { data, info } = await sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const kept = sharp(data, { raw: { width, height, channels } })
  // As it lies on paper: a format without transparency is no other picture.
  const seen = channels === 3 ? data : await kept.clone().flatten({ background: '#fff' }).toBuffer()
  return {
    picture: await kept.webp({ quality }).toBuffer(),
    pixels: createHash('sha256').update(`${width}×${height}`).update(seen).digest(),
    look: await lookOf(sharp(seen, { raw: { width, height, channels: 3 } })),
  }
}

/** Bits a row and a column of a look. */
const lookSide = 16
/** How much darker than the next a place is that counts: paper is not even, and its noise is no likeness. */
const lookStep = 3

/** dHash: where the picture, as small as this and grey, becomes darker from the left to the right. */
async function lookOf(picture: Sharp): Promise<string> {
  const wide = lookSide + 1
  const grey = await picture
    .resize({ width: wide, height: lookSide, fit: 'fill' })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer()
  let bits = ''
  for (let place = 0; place < grey.length - 1; place += 1) {
    if (place % wide === lookSide) continue
    bits += (grey[place] ?? 0) > (grey[place + 1] ?? 0) + lookStep ? '1' : '0'
  }
  return bits
}

async function answer(file: Uint8Array): Promise<ConvertedPicture> {
  try {
    return { ...(await convert(file)), rss: process.memoryUsage.rss() }
  } catch (error) {
    // sharp throws plain errors; whatever it could not read is no picture to us.
    const tooMany = error instanceof Error && /pixel limit/i.test(error.message)
    return { refused: tooMany ? 'tooManyPixels' : 'notPicture', rss: process.memoryUsage.rss() }
  }
}

const check = (pdf: Uint8Array): CheckedPdf => ({
  pdf: checkPdf(Buffer.from(pdf)),
  rss: process.memoryUsage.rss(),
})

/** Who signs in meanwhile comes first; and where memory runs out, this process goes and not the server or the database. */
function stepBack(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '800')
}

stepBack()
process.on('message', async (given: GivenFile) => {
  process.send?.('pdf' in given ? check(given.pdf) : await answer(given.picture))
})
// However the server ends, the channel does too. A terminal's Ctrl-C, which reaches both, is the server's to answer.
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
