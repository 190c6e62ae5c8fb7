import SignaturePad, { type PointGroup } from 'signature_pad'
import { z } from 'zod'

/** What was signed: the strokes, on a sheet of this size in CSS pixels. It can be kept as text, and becomes a picture when it is sent. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly strokes: readonly PointGroup[]
}

export const drawingSchema: z.ZodType<Drawing> = z.custom<Drawing>(
  value =>
    typeof value === 'object' &&
    value !== null &&
    'strokes' in value &&
    Array.isArray(value.strokes) &&
    value.strokes.length > 0,
  '请在框内签字',
)

/** Ink on white in either theme: it is a picture. */
export const ink = { penColor: '#10182b', backgroundColor: '#ffffff' } as const

/** Pixels of the picture for one of the glass. */
const sharpness = 2

/** The drawing as a picture. */
export async function pictureOf({ width, height, strokes }: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width * sharpness
  canvas.height = height * sharpness
  canvas.getContext('2d')?.scale(sharpness, sharpness)
  const pad = new SignaturePad(canvas, ink)
  pad.off()
  pad.fromData([...strokes], { clear: false })
  const made = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (made === null) throw new Error('签字没有存成图片，请重新签字')
  return made
}
