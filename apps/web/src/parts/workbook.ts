import { strToU8, zipSync } from 'fflate'
import type { Template } from './cells.ts'

// A workbook of one sheet (ECMA-376) to be filled in. The server writes those of lists.

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Of the head and of what is filled in: texts both, or a spreadsheet keeps 15 digits of an ID number. */
const style = { head: 1, text: 2 } as const
const widest = 24

const parts = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Microsoft YaHei"/></font><font><b/><sz val="11"/><name val="Microsoft YaHei"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
} as const

/** The file to fill in as a workbook; every cell of its columns is a text, those of rows to come too. */
export function workbookToFillIn({ head, sample }: Template): Blob {
  const columns = head.map(
    (title, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${Math.min(widest, 2 + Math.max(...[title, sample[place] ?? ''].map(widthOf)))}" style="${style.text}" customWidth="1"/>`,
  )
  const sheet = `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${rowOf(1, head, style.head)}${rowOf(2, sample, style.text)}</sheetData></worksheet>`
  const files = Object.entries({ ...parts, 'xl/worksheets/sheet1.xml': sheet }).map(
    ([path, text]) => [path, strToU8(declaration + text)] as const,
  )
  return new Blob([new Uint8Array(zipSync(Object.fromEntries(files)))], { type: `${sheetType}.sheet` })
}

/** In digits; a Chinese character is as wide as two. */
const widthOf = (text: string) => [...text].reduce((width, sign) => width + (sign > '\u2e80' ? 2 : 1), 0)

/** Readers want each cell's place; there are no more columns than letters. */
const rowOf = (row: number, cells: readonly string[], style: number) =>
  `<row r="${row}">${cells.map((cell, place) => `<c r="${String.fromCharCode(65 + place)}${row}" s="${style}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`).join('')}</row>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string) => text.replaceAll(/[&<>]/g, sign => entities[sign] ?? '')
