import { checkRows, decode, FileProblem, type NumberedRow, type RefusedRow, readRows } from './studentFile.ts'

/** What the reader says: rows in parts, so that the page is never busy with all of them at once; then the end. */
export type ReaderMessage =
  | { kind: 'good'; rows: readonly NumberedRow[] }
  | { kind: 'refused'; rows: readonly RefusedRow[] }
  | { kind: 'done' }
  | { kind: 'problem'; sentence: string }

const rowsPerMessage = 2000
const say = (message: ReaderMessage) => postMessage(message)

/** Reads a student file beside the page: 200,000 rows take seconds. */
addEventListener('message', async ({ data }: MessageEvent<File>) => {
  try {
    const { good, refused } = checkRows(readRows(decode(new Uint8Array(await data.arrayBuffer()))))
    for (let from = 0; from < good.length; from += rowsPerMessage) {
      say({ kind: 'good', rows: good.slice(from, from + rowsPerMessage) })
    }
    for (let from = 0; from < refused.length; from += rowsPerMessage) {
      say({ kind: 'refused', rows: refused.slice(from, from + rowsPerMessage) })
    }
    say({ kind: 'done' })
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    say({ kind: 'problem', sentence: error.message })
  }
})
