/** Longest side of a picture that is sent, in pixels: a nameplate can still be read. */
const longestSide = 1600
const quality = 0.85

/**
 * Makes a phone's picture small enough to be sent from a classroom: upright, at most 1600 px, JPEG. What the browser
 * cannot read, or not upright, goes as it is: the server turns it, or says what is wrong with it.
 */
export async function shrink(file: File): Promise<Blob> {
  // Safari has it since 15; Chrome before 81 refuses the option.
  if (typeof createImageBitmap === 'undefined') return file
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
