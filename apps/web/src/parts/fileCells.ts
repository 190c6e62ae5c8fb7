import { cellsOf, decode, isWorkbook } from './cells.ts'

/** The cells of a CSV file, or of a workbook's first sheet. @throws FileProblem */
export async function cellsInFile(file: File): Promise<string[][]> {
  if (!isWorkbook(file)) return cellsOf(decode(new Uint8Array(await file.arrayBuffer())))
  // Only who has a workbook waits for what reads one.
  const { cellsOfSheet } = await import('./sheet.ts')
  return cellsOfSheet(file)
}
