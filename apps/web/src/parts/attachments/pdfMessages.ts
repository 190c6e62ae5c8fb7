/** What the window and the sandboxed frame that draws a PDF say to each other. */

/** Zooms, pages and steps, as keys name them. */
export const pdfKeys = ['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', '+', '-', '0'] as const
export type PdfKey = (typeof pdfKeys)[number]

/** The key that is meant: `=` is `+` without Shift. */
export const pdfKeyOf = (key: string): PdfKey | undefined =>
  pdfKeys.find(known => known === (key === '=' ? '+' : key))

export type ToPdfFrame =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly dark: boolean }
  | { readonly kind: 'key'; readonly key: PdfKey }
  /** `bytes` is null where it could not be had. */
  | { readonly kind: 'part'; readonly path: string; readonly bytes: ArrayBuffer | null }

export type FromPdfFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'failed' }
  /** The page in the middle of the window, and how large it is shown, in percent. */
  | { readonly kind: 'at'; readonly page: number; readonly percent: number }
  /** A table of characters, a font or a decoder is needed: {@link pdfPart}. */
  | { readonly kind: 'part'; readonly path: string }
  | { readonly kind: 'close' }

/** All that the frame may have fetched for it: files of the built site that hold no code of ours and nothing of anybody's. */
export const pdfPart = /^\/assets\/[\w-]+\.(bcmap|pfb|wasm)$/
