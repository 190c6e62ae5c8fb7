import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { CsvReply } from './call.ts'

/** Excel takes a UTF-8 file for GBK without it. */
const byteOrderMark = '\ufeff'

/**
 * One line of a CSV file as Excel reads it (RFC 4180). A text that begins as a formula does is led by an
 * apostrophe, so that no cell ever runs; numbers are passed as numbers and stay so.
 */
function csvLine(cells: readonly (string | number | boolean | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Fen as the yuan that a spreadsheet adds up. */
export function yuan(fen: number | null): number | null {
  return fen === null ? null : fen / 100
}

/** A column of a file: its title, and what a row has in it. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => string | number | null]

/** The lines of a whole list, read part by part as they are sent. `next` reads the part after a row; an empty one is the end. */
export async function* csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  next: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title))
  let last: Row | undefined
  for (;;) {
    const rows = await next(last)
    if (rows.length === 0) return
    yield rows.map(row => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    last = rows.at(-1)
  }
}

/** Streams the lines as a download; memory stays flat whatever their number. */
export function sendCsv(reply: FastifyReply, { name, lines }: CsvReply): FastifyReply {
  const file = encodeURIComponent(`${name}.csv`)
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${file}`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(withMark(lines)))
}

async function* withMark(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield byteOrderMark
  yield* lines
}
