import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { type BankColumn, type bankTemplateForm, requestNoOf } from '@drivesim/contract'
import iconv from 'iconv-lite'
import type { z } from 'zod'
import type { Cell } from '../../../platform/http/cell.ts'
import { csvOf, plainCsvOf } from '../../../platform/http/csv.ts'
import { type FileColumn, fileRows, yuan } from '../../../platform/http/tableFile.ts'
import { xlsxOf } from '../../../platform/http/xlsx.ts'

type Template = z.output<typeof bankTemplateForm>

interface Payment {
  readonly requestId: number
  readonly billNo: string
  readonly schoolName: string
  /** Fen. */
  readonly amount: number
  readonly holder: string | null
  readonly number: string | null
  readonly bank: string | null
  readonly code: string | null
}
type Row = Payment & { readonly place: number }

function cellOf(row: Row, { content, text: words }: BankColumn): Cell {
  switch (content) {
    case 'yuan':
      return yuan(row.amount)
    case 'fen':
      return row.amount
    case 'remark':
      return `结算款 ${row.billNo}`
    case 'requestNo':
      return requestNoOf(row.requestId)
    case 'fixed':
      return words ?? ''
    default:
      return row[content]
  }
}

/**
 * The bytes of a file for the bank. Our own columns are read by people: marked, and no digits lost in Excel. A template's
 * CSV is read by the bank's program, which takes neither mark nor tab.
 */
export async function bankFileOf(
  payments: readonly Payment[],
  {
    template,
    own,
    format,
    title,
  }: { template: Template; own: boolean; format: 'csv' | 'xlsx'; title: string },
): Promise<Buffer> {
  const rows = payments.map((payment, index) => ({ ...payment, place: index + 1 }))
  const columns = template.columns.map(
    (column): FileColumn<Row> => [column.title, column.title, row => cellOf(row, column)],
  )
  const { titled } = template
  const lines = fileRows(columns, async ({ last }) => (last === undefined ? rows : []), { titled })
  if (format === 'xlsx') return buffer(xlsxOf([{ title, lines }]))
  if (own) return Buffer.from(await text(Readable.from(csvOf(lines))))
  const written = await text(Readable.from(plainCsvOf(lines)))
  return template.encoding === 'gbk' ? iconv.encode(written, 'gb18030') : Buffer.from(written)
}
