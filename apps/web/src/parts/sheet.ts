import { studentErrors } from '@drivesim/contract/people/students/studentShapes'
import { readSheet } from 'read-excel-file/web-worker'
import { FileProblem } from './cells.ts'

/** Excel keeps 15 digits of a number; what has more, in full or as a power, has lost some. */
const digitsLost = Symbol('digits lost')
const parseNumber = (text: string) => (/^\d{16}|E\+\d+$/i.test(text) ? digitsLost : text)

/**
 * The cells of a workbook's first sheet, as they are shown; numbers with the digits that the file has.
 * @throws FileProblem where it is none, or a number has lost digits
 */
export async function cellsOfSheet(file: Blob): Promise<string[][]> {
  const rows: unknown[][] = await readSheet(file, 1, { parseNumber }).catch(() => {
    throw new FileProblem(studentErrors.notWorkbook.sentence())
  })
  return rows.map((cells, index) => {
    if (cells.includes(digitsLost)) throw new FileProblem(studentErrors.importDigitsLost.sentence(index + 1))
    return cells.map(textOf)
  })
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}
