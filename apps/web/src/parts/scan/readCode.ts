import { decodeQR } from 'qr/decode.js'

/** Pixels of the longer side that are looked at: enough for a label a third as wide as the picture. */
const longestSide = 1280
/** Between two looks: quick for a person, and little work for a phone. */
const betweenMs = 120
/** A label that stays before the camera is one scan. */
const sameForMs = 3000

const sheet = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

/** The text of the QR code in a picture; null where there is none. */
function codeIn(picture: CanvasImageSource, width: number, height: number): string | null {
  if (sheet === null || width === 0 || height === 0) return null
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const size = [Math.round(width * scale), Math.round(height * scale)] as const
  ;[sheet.canvas.width, sheet.canvas.height] = size
  sheet.drawImage(picture, 0, 0, ...size)
  try {
    return decodeQR(sheet.getImageData(0, 0, ...size))
  } catch {
    // It throws for every picture without a code.
    return null
  }
}

/** The code in a photo. @throws DOMException where the file is no picture */
export async function codeInFile(file: Blob): Promise<string | null> {
  const photo = await createImageBitmap(file)
  const code = codeIn(photo, photo.width, photo.height)
  photo.close()
  return code
}

/** Looks at a video until it is told to stop; a code is told once for as long as it stays, and nothing is read meanwhile. */
export async function watchForCodes(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onCode: (code: string) => Promise<void> | void,
): Promise<void> {
  let last: string | null = null
  let seenAt = 0
  while (!signal.aborted) {
    const code = codeIn(video, video.videoWidth, video.videoHeight)
    if (code !== null) {
      const same = code === last && performance.now() - seenAt < sameForMs
      if (!same) await onCode(code)
      last = code
      seenAt = performance.now()
    }
    await new Promise(resolve => setTimeout(resolve, betweenMs))
  }
}
