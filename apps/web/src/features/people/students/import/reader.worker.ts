import { cellsOf, decode, FileProblem, isWorkbook } from '../../../../parts/cells.ts'
import { cellsOfSheet } from '../../../../parts/sheet.ts'
import { checkRows, type NumberedRow, type RefusedRow, readRows } from './studentFile.ts'

/** What the reader says: rows in parts, so that the page is never busy with all of them at once; then the end. */
export type ReaderMessage =
  | { kind: 'good'; rows: readonly NumberedRow[] }
  | { kind: 'refused'; rows: readonly RefusedRow[] }
  | { kind: 'done' }
  | { kind: 'problem'; sentence: string }

const rowsPerMessage = 2000
const say = (message: ReaderMessage) => postMessage(message)

/** Reads a student file beside the page: 200,000 rows take seconds. */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  try {
    const cells = isWorkbook(file)
      ? await cellsOfSheet(file)
      : cellsOf(decode(new Uint8Array(await file.arrayBuffer())))
    const { good, refused } = checkRows(readRows(cells))
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
