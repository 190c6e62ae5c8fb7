import type { FileRows, FileTable } from './call.ts'
import type { Cell } from './cell.ts'

/** Excel takes a UTF-8 file for GBK without it. */
const byteOrderMark = '\ufeff'

/** Spreadsheets treat the full-width signs of Chinese keyboards like the ASCII ones. */
const startsFormula = /^[=+\-@＝＋－＠\t\r]/

/** Nothing but digits and the signs of numbers, money, shares, fractions, days and times, in any width. */
const onlyOfNumbers = /^[\s\d.,:/\-()%+$€£¥￥年月日时分秒]*$/
const power = /^[\d.,]+E[+-]?\d+$/i
/** A month's English name beside a number, and what is true or false. */
const inWords =
  /^(?:\d[\d\s,/-]*)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[\s,/-]*\d[\d\s,]*)?$/i
const truth = /^(?:true|false)$/i
/** Such a number is a number to everybody, and is kept as it stands. */
const plainNumber = /^(?:0|[1-9]\d{0,10})$/
/** An address of the network is no number to anybody, and a time of day is the same time. */
const keptAsText = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\d\d:\d\d)$/

/**
 * A text that a spreadsheet takes for a number, a day or a truth, and would change: the last of 22 digits become zeros,
 * leading zeros disappear, `3-2-1` becomes a day, `1.5E3` 1500, `(5)` minus five, `1.50` loses its nought.
 */
function looksLikeNumber(text: string): boolean {
  if (plainNumber.test(text) || keptAsText.test(text)) return false
  const narrow = text.normalize('NFKC')
  if (truth.test(narrow)) return true
  return /\d/.test(narrow) && (onlyOfNumbers.test(narrow) || power.test(narrow) || inWords.test(narrow))
}

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
  if (typeof value === 'object') return 'fen' in value ? (value.fen / 100).toFixed(2) : value.local
  return quoteCell(looksLikeNumber(value) && !startsFormula.test(value) ? `${value}\t` : unrun(value))
}

const unrun = (text: string) => (startsFormula.test(text) ? `'${text}` : text)
const quoteCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The text of a file, with the mark by which spreadsheets recognise its encoding. */
export async function* csvOf(lines: FileRows): AsyncGenerator<string> {
  yield byteOrderMark
  yield* textOf(lines)
}

/** For a program that takes cells as they are: without the mark, and no text kept from being a number. Nothing runs here either. */
export async function* plainCsvOf(lines: FileRows): AsyncGenerator<string> {
  const plain = (value: Cell) => (typeof value === 'string' ? quoteCell(unrun(value)) : cell(value))
  for await (const part of lines) yield part.lines.map(line => `${line.map(plain).join(',')}\r\n`).join('')
}

/** Several tables one below the other, each under its title. */
export async function* csvOfTables(tables: readonly FileTable[]): AsyncGenerator<string> {
  yield byteOrderMark
  for (const [place, { title, lines }] of tables.entries()) {
    yield `${place === 0 ? '' : csvLine([])}${csvLine([title])}`
    yield* textOf(lines)
  }
}

async function* textOf(lines: FileRows): AsyncGenerator<string> {
  for await (const part of lines) yield part.lines.map(csvLine).join('')
}
