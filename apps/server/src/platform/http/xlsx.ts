import { PassThrough, Readable } from 'node:stream'
import { errors, mostSheetRows, refuse } from '@drivesim/contract'
import { ZipFile } from 'yazl'
import type { FilePart, FileRows, FileTable } from './call.ts'
import type { Cell } from './cell.ts'

// A workbook (ECMA-376), written row by row: memory stays flat whatever their number. Texts are texts, money and
// days are numbers that are shown as such, the head stays in sight and filters, and columns are as wide as their first rows.

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The styles below, by their places. */
const style = { head: 1, text: 2, money: 3, day: 4, moment: 5 } as const
const formats = [0, 49, 49, 4, 164, 165]
const styles = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Microsoft YaHei"/></font><font><b/><sz val="11"/><name val="Microsoft YaHei"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length}">${formats.map((format, place) => `<xf numFmtId="${format}" fontId="${place === style.head ? 1 : 0}" applyNumberFormat="1" applyFont="1"/>`).join('')}</cellXfs></styleSheet>`

/** Something for each sheet, by its number from 1. */
const each = <Sheet>(sheets: readonly Sheet[], say: (number: number, sheet: Sheet) => string) =>
  sheets.map((sheet, place) => say(place + 1, sheet)).join('')

const parts = (titles: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>${each(titles, number => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(titles, (number, title) => `<sheet name="${escapeXml(sheetName(title))}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${each(titles, number => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${titles.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': styles,
})

/** Signs that no sheet's name may have, and its longest. */
const sheetName = (title: string) =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet1'

/** The bytes of a workbook with a sheet for each table, as its rows are read. Ended by whoever reads it no further. */
export function xlsxOf(tables: readonly FileTable[]): Readable {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(parts(tables.map(({ title }) => title))))
    zip.addBuffer(Buffer.from(declaration + text), path)
  const sheets = tables.map(({ lines }) => Readable.from(sheetOf(lines)))
  for (const [place, sheet] of sheets.entries())
    zip.addReadStream(sheet, `xl/worksheets/sheet${place + 1}.xml`, { compressionLevel: 3 })
  zip.end()
  const bytes = new PassThrough()
  zip.outputStream.pipe(bytes)
  zip.on('error', (error: Error) => bytes.destroy(error))
  bytes.once('close', () => {
    for (const sheet of sheets) sheet.destroy()
  })
  return bytes
}

/** @throws Refusal tooManyForSheet */
async function* sheetOf(lines: FileRows): AsyncGenerator<string> {
  let begun = false
  let rows = 0
  let written = 0
  let columns: readonly string[] = []
  let waiting: FilePart['lines'] = []
  const write = (lines: FilePart['lines'], textStyle: number) => {
    const first = written + 1
    written += lines.length
    return lines.map((line, place) => sheetRow(line, textStyle, { row: first + place, columns })).join('')
  }
  const open = () => {
    begun = true
    const [head = [], ...lines] = waiting
    columns = head.map((_, place) => columnName(place))
    return `${sheetHead(waiting)}${write([head], style.head)}${write(lines, style.text)}`
  }
  for await (const part of lines) {
    rows += part.rows
    if (rows > mostSheetRows) throw refuse(errors.tooManyForSheet)
    if (begun) yield write(part.lines, style.text)
    else {
      // The head waits for the first rows, since it has to know their widths.
      waiting = [...waiting, ...part.lines]
      if (part.rows > 0) yield open()
    }
  }
  if (!begun) yield open()
  const last = `${columnName(columns.length - 1)}${rows + 1}`
  yield `</sheetData><autoFilter ref="A1:${last}"/></worksheet>`
}

const sheetHead = (lines: FilePart['lines']) =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widthsOf(
    lines,
  )
    .map((width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

/** Of columns, in digits; a Chinese character is as wide as two. */
function widthsOf(lines: FilePart['lines']): number[] {
  const widths = (lines[0] ?? []).map(() => 8)
  for (const line of lines)
    for (const [place, cell] of line.entries())
      widths[place] = Math.min(60, Math.max(widths[place] ?? 0, widthOf(cell) + 2))
  return widths
}

function widthOf(cell: Cell): number {
  if (cell === null) return 0
  if (typeof cell === 'number') return String(cell).length
  if (typeof cell === 'object') return 'fen' in cell ? String(cell.fen).length + 3 : cell.local.length
  let width = 0
  for (const sign of cell.slice(0, 60)) width += sign > '\u2e80' ? 2 : 1
  return width
}

/** With the place of each: not demanded by the standard, but by readers, ours of imported files among them. */
function sheetRow(
  line: readonly Cell[],
  textStyle: number,
  { row, columns }: { row: number; columns: readonly string[] },
): string {
  const cells = line.map((cell, place) => sheetCell(cell, textStyle, `${columns[place]}${row}`))
  return `<row r="${row}">${cells.join('')}</row>`
}

/** Nothing where it is empty. */
function sheetCell(cell: Cell, textStyle: number, at: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${at}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.slice(0, longestText))}</t></is></c>`
  if ('fen' in cell) return `<c r="${at}" s="${style.money}"><v>${(cell.fen / 100).toFixed(2)}</v></c>`
  const isDay = cell.local.length === 10
  return `<c r="${at}" s="${isDay ? style.day : style.moment}"><v>${serialOf(cell.local)}</v></c>`
}

/** Signs in a cell, at most. */
const longestText = 32_767
const dayMs = 86_400_000

/** Days since the one that spreadsheets count from. */
const serialOf = (local: string) =>
  (Date.parse(`${local.replace(' ', 'T')}${local.length === 10 ? '' : 'Z'}`) - Date.UTC(1899, 11, 30)) / dayMs

/** `A` to `Z`, `AA`, … @param place from 0 */
function columnName(place: number): string {
  const letter = String.fromCharCode(65 + (Math.max(0, place) % 26))
  return place < 26 ? letter : columnName(Math.floor(place / 26) - 1) + letter
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As XML; what that cannot hold, and what would be read as such, in the words of the format: `_x0001_`. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[&<>"]|[^\P{Cc}\n\t]|\p{Cs}|[\ufffe\uffff]|_(?=x[\dA-F]{4}_)/giu,
      sign =>
        entities[sign] ?? `_x${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}
