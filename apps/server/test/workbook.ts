import type { Endpoint } from '@drivesim/contract'
import { strFromU8, unzipSync } from 'fflate'
import { requestOf, type TestApp } from './app.ts'

/** A cell of a workbook: a text as it is, a number with the style that shows it. */
type SheetCell = string | { readonly value: number; readonly style: number } | null

/** The rows of a list's workbook, as this person gets them. */
export async function workbookOf(
  { app, services }: TestApp,
  { token }: { readonly token: string },
  endpoint: Endpoint,
  input: object = {},
): Promise<SheetCell[][]> {
  const asked = { ...input, format: 'xlsx' }
  const request = requestOf(services.apiBase, endpoint, asked, { authorization: `Bearer ${token}` })
  return rowsIn((await app.inject(request)).rawPayload)
}

/** The rows of the only sheet. */
export function rowsIn(workbook: Uint8Array): SheetCell[][] {
  const files = unzipSync(workbook)
  const sheet = files['xl/worksheets/sheet1.xml']
  if (sheet === undefined) throw new Error(`no sheet in ${Object.keys(files).join(', ')}`)
  const rows = [...strFromU8(sheet).matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, row, cells = '']) =>
    placed([...cells.matchAll(/<c r="([A-Z]+)(\d+)"(?: s="(\d)")?[^>]*>(.*?)<\/c>/gs)], row),
  )
  const width = rows[0]?.length ?? 0
  return rows.map(cells => Array.from({ length: width }, (_, place) => cells[place] ?? null))
}

/** The cells of a row by their places, as readers of other houses take them. */
function placed(found: readonly RegExpExecArray[], row: string | undefined): SheetCell[] {
  const cells: SheetCell[] = []
  for (const [, letters = '', number, style = '0', content = ''] of found) {
    if (number !== row) throw new Error(`${letters}${number} stands in row ${row}`)
    const place = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    cells[place] = cellOf(content, Number(style))
  }
  return cells
}

function cellOf(content: string, style: number): SheetCell {
  const text = /<t xml:space="preserve">(.*)<\/t>/s.exec(content)?.[1]
  if (text !== undefined) return unescapeXml(text)
  return { value: Number(/<v>(.*)<\/v>/.exec(content)?.[1]), style }
}

const signs: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const unescapeXml = (text: string) =>
  text
    .replaceAll(/&\w+;/g, entity => signs[entity] ?? entity)
    .replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
