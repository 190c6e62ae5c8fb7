import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Part, PartAfter } from '../postgres/paging.ts'
import type { CsvLines, CsvPart, CsvReply, GzippedCsvReply } from './call.ts'

/** Excel takes a UTF-8 file for GBK without it. */
const byteOrderMark = '\ufeff'

/** Spreadsheets treat the full-width signs of Chinese keyboards like the ASCII ones. */
const startsFormula = /^[=+\-@＝＋－＠\t\r]/

/**
 * Texts that a spreadsheet takes for numbers or dates, and would change: the last of 22 digits become zeros, leading zeros
 * disappear, `3-2` becomes a day in March, the month `2026-11` a day in it, `1E5` becomes 100000.
 */
const looksLikeNumber = /^(?:0\d+|\d{12,}|\d+E\d+|\d{1,4}[-/]\d{1,2})$/i

/** Money: a number with its two places, as lists show it. */
interface Yuan {
  readonly fen: number
}
type Cell = string | number | Yuan | null

/**
 * One line of a CSV file as Excel reads it (RFC 4180). A text that begins like a formula gets an apostrophe in front, so that
 * no cell ever runs. A text that looks like a number gets a tab at its end, as in the channels' own files, and so stays a text.
 */
function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return (value.fen / 100).toFixed(2)
  if (looksLikeNumber.test(value)) return `${value}\t`
  const safe = startsFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Fen as the yuan that a spreadsheet adds up. */
export function yuan(fen: number | null): Yuan | null {
  return fen === null ? null : { fen }
}

/** The share that a part has in a whole, in percent to the tenth; null where there is no whole. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10
}

/** A column of a file: the key of the list's column that it corresponds to, its title, and a row's cell. */
export type CsvColumn<Row> = readonly [key: string, title: string, cell: (row: Row) => Cell]

/** Rows of a file that are read at a time. */
const most = 1000

/** Reads the part of a list that comes after a row, or the first; an empty one is the end. */
type Next<Row> = (part: { last: Row | undefined; most: number }) => Promise<Row[]>

/** The next part of a list whose rows come newest first, by their ids. */
export function newestFirst<Row>(
  read: (part: Part) => Promise<Row[]>,
  idOf: (row: Row) => number,
): Next<Row> {
  return ({ last, most }) => read({ before: last === undefined ? Number.MAX_SAFE_INTEGER : idOf(last), most })
}

/** The next part of a list whose rows come oldest first, by their ids. */
export function oldestFirst<Row>(
  read: (part: PartAfter) => Promise<Row[]>,
  idOf: (row: Row) => number,
): Next<Row> {
  return ({ last, most }) => read({ after: last === undefined ? 0 : idOf(last), most })
}

/** The lines of a whole list, read part by part as they are sent. */
export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], next: Next<Row>): CsvLines => ({
  [Symbol.asyncIterator]: () => linesOf(columns, next),
  only: keys => csvLines(chosenOf(columns, keys), next),
})

/** In the order of the keys; all, where none of them is known. */
function chosenOf<Row>(columns: readonly CsvColumn<Row>[], keys: readonly string[]) {
  const chosen = keys.flatMap(key => columns.filter(([own]) => own === key))
  return chosen.length === 0 ? columns : chosen
}

async function* linesOf<Row>(columns: readonly CsvColumn<Row>[], next: Next<Row>): AsyncGenerator<CsvPart> {
  yield { text: csvLine(columns.map(([, title]) => title)), rows: 0 }
  let last: Row | undefined
  for (;;) {
    const rows = await next({ last, most })
    if (rows.length === 0) return
    const text = rows.map(row => csvLine(columns.map(([, , cell]) => cell(row)))).join('')
    yield { text, rows: rows.length }
    last = rows.at(-1)
  }
}

/** Streams the lines as a download; memory stays flat whatever their number. */
export function sendCsv(reply: FastifyReply, { name, lines }: CsvReply): FastifyReply {
  return asDownload(reply, name).send(Readable.from(withMark(lines)))
}

/** Sends a file that is stored gzipped: as it is where the client accepts that, else decompressed. */
export function sendGzippedCsv(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { name, gzipped, bytes }: GzippedCsvReply,
): FastifyReply {
  const download = asDownload(reply, name).header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? ''))
    return download.send(pipeline(gzipped, createGunzip(), () => undefined))
  return download.header('content-encoding', 'gzip').header('content-length', bytes).send(gzipped)
}

const asDownload = (reply: FastifyReply, name: string) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`)
    .type('text/csv; charset=utf-8')

/** The text of a file, with the mark by which spreadsheets recognise its encoding. */
export async function* withMark(lines: CsvReply['lines']): AsyncGenerator<string> {
  yield byteOrderMark
  for await (const { text } of lines) yield text
}
