/** Longest side of a picture that is sent, in pixels: a nameplate can still be read. */
const longestSide = 1600
const quality = 0.85

/**
 * Makes a phone's picture small enough to be sent from a classroom: upright, at most 1600 px, JPEG. What the browser
 * cannot read goes as it is, and the server says what is wrong with it.
 */
export async function shrink(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) return file
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const made = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
  return made !== null && made.size < file.size ? made : file
}
