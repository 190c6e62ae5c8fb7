import { studentErrors } from '@drivesim/contract/people/students/studentShapes'
import Papa from 'papaparse'

// Files of rows that people import, as cells.

/** What a file cannot be read for, as a sentence. */
export class FileProblem extends Error {}

/** The text of a CSV file: UTF-8, UTF-16 with its mark, else GBK as Excel writes it. @throws FileProblem */
export function decode(bytes: Uint8Array): string {
  for (const encoding of encodingsOf(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      // A workbook that was only renamed has them.
      if (!text.includes('\0')) return text
    } catch {
      // Not in this encoding; the next may do.
    }
  }
  throw new FileProblem(studentErrors.notCsv.sentence())
}

function encodingsOf([first, second]: Uint8Array): string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  return ['utf-8', 'gb18030']
}

const delimiters = [',', '\t', ';', '，'] as const

/** All cells of a CSV file, whatever its line ends, several of them mixed too. @throws FileProblem where a quote has no end */
export function cellsOf(file: string): string[][] {
  const text = file.replaceAll(/\r\n?/g, '\n')
  const [head = ''] = text.split('\n', 1)
  const times = (sign: string) => head.split(sign).length
  const delimiter = delimiters.reduce((most, sign) => (times(sign) > times(most) ? sign : most))
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  const [wrong] = errors
  // What it says of a row it has read wrongly: rows behind it may be in one of its cells.
  if (wrong !== undefined) throw new FileProblem(studentErrors.importQuotes.sentence((wrong.row ?? 0) + 1))
  return data
}

/** Without the apostrophe or tab that keeps a spreadsheet from reading digits as a figure. */
export const cleanCell = (cell: string) => cell.trim().replace(/^['\t]+/, '')

/** By its name; an old .xls is none that can be read, and is told so. */
export const isWorkbook = ({ name }: File) => /\.xlsx?$/i.test(name)

/** A file that people fill in and import. */
export interface Template {
  /** Without its ending. */
  readonly name: string
  readonly head: readonly string[]
  /** The row that shows how; left there, it is passed over. */
  readonly sample: readonly string[]
}

/** A file as Excel opens it: marked UTF-8, no cell that runs. */
export function fileOfCells(head: readonly string[], rows: readonly (readonly string[])[]): Blob {
  const text = Papa.unparse(
    [head, ...rows].map(line => [...line]),
    { escapeFormulae: true },
  )
  return new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv;charset=utf-8' })
}
