import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'

// The program of a process of its own (pictureProcess.ts): strangers' bytes are decoded here, by native code, and nowhere
// else. It gets one picture at a time, answers each, and ends with the server.

/** What becomes of a file: a WebP, or why there is none. */
export type Converted =
  | { readonly picture: Uint8Array; readonly rss: number }
  | { readonly refused: 'notPicture' | 'tooManyPixels'; readonly rss: number }

/** A phone's 24 megapixels, and no more: some 100 MB while they are turned into ours. Told from the head, undecoded. */
const mostPixels = 25_000_000
/** The longer side of what is kept, in pixels. */
const longestSide = 1600
const quality = 82

// One thread a picture, and nothing kept of the last: memory is what pictures cost.
sharp.concurrency(1)
sharp.cache(false)

/** Decoded, turned upright, made smaller where it is too large, and written anew. */
async function convert(file: Uint8Array): Promise<Uint8Array> {
  return sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()
}

async function answer(file: Uint8Array): Promise<Converted> {
  try {
    const picture = await convert(file)
    return { picture, rss: process.memoryUsage.rss() }
  } catch (error) {
    // sharp throws plain errors; whatever it could not read is no picture to us.
    const tooMany = error instanceof Error && /pixel limit/i.test(error.message)
    return { refused: tooMany ? 'tooManyPixels' : 'notPicture', rss: process.memoryUsage.rss() }
  }
}

/** Who signs in meanwhile comes first; and where memory runs out, this process goes and not the server or the database. */
function stepBack(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '800')
}

stepBack()
process.on('message', async (file: Uint8Array) => {
  process.send?.(await answer(file))
})
// However the server ends, the channel does too. A terminal's Ctrl-C, which reaches both, is the server's to answer.
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
