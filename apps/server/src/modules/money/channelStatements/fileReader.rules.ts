import { fileProblems, parseYuan } from '@drivesim/contract'
import type { PayChannel } from '../../../platform/payments/gateway.ts'

/** Why a file is not taken, in words for people. */
export class FileProblem extends Error {}

/** A line of a channel's file that moved money, or a part of one. Fen. */
export interface FileRow {
  /**
   * `discount`: what the merchant gave the payer of a payment, which never arrives, and `discountBack` with a refund; `unreadable`:
   * what stands in `raw` and nobody can make out.
   */
  readonly kind: 'payment' | 'refund' | 'discount' | 'discountBack' | 'unreadable'
  /** Ours of the order or refund. */
  readonly no: string
  /** Ours of the payment, also where it is given back. */
  readonly orderNo: string
  readonly channelNo: string
  /** As the channel writes it: `2026-11-21 09:30:00`, in China. Null: nobody can tell. */
  readonly at: string | null
  readonly amount: number
  /** Hundred-thousandths of a yuan: what the channel keeps; negative where it gives back. */
  readonly fee: number
  /** The text of what is unreadable. */
  readonly raw: string | null
}

/** A payment or refund, as it is read. */
export type MoneyRow = FileRow & { readonly kind: 'payment' | 'refund'; readonly at: string }

/** What a whole file says, once its own sums were found right. Fen. */
export interface FileSummary {
  readonly merchant: string
  readonly day: string
  readonly rows: number
  readonly paid: number
  readonly refunded: number
  /** What the merchant gave away, less what came back of it. */
  readonly discounts: number
  /** Hundred-thousandths of a yuan. */
  readonly fee: number
}

/** Reads a file line by line, in the order of the file. @throws FileProblem */
export interface FileReader {
  readonly channel: PayChannel
  take(line: string): readonly FileRow[]
  /** @throws FileProblem where its own sums are not those of its lines */
  end(): FileSummary
}

/** Adds up the lines, and checks that they are of one day and one merchant. */
export class Tally {
  day: string | null = null
  merchant: string | null = null
  rows = 0
  paid = 0
  refunded = 0
  discounts = 0
  fee = 0

  /** @param discount what the merchant gave away of it @returns the row, and that beside it */
  add(row: MoneyRow, discount: number): readonly FileRow[] {
    this.onDay(row.at.slice(0, 10))
    this.rows += 1
    const isPayment = row.kind === 'payment'
    if (isPayment) this.paid += row.amount
    else this.refunded += row.amount
    this.discounts += isPayment ? discount : -discount
    this.fee += row.fee
    if (discount === 0) return [row]
    return [row, { ...row, kind: isPayment ? 'discount' : 'discountBack', amount: discount, fee: 0 }]
  }

  onDay(day: string): void {
    this.day ??= day
    if (this.day !== day) throw new FileProblem(fileProblems.date(`有 ${this.day} 也有 ${day} 的明细`))
  }

  ofMerchant(merchant: string): void {
    this.merchant ??= merchant
    if (this.merchant !== merchant) throw new FileProblem(fileProblems.merchant(merchant, this.merchant))
  }

  summary(): FileSummary {
    const { day, merchant, rows, paid, refunded, discounts, fee } = this
    if (day === null || merchant === null) throw new FileProblem(fileProblems.date('文件里没有明细'))
    return { day, merchant, rows, paid, refunded, discounts, fee }
  }
}

/** More lines than that which nobody can make out are another format. */
const mostUnreadable = 100
/** A record may be broken into so many lines by what people typed into it. */
const mostParts = 6

interface Format {
  /** Whether a line begins a record. */
  begins(line: string): boolean
  /** The rows of a record; null: nobody can make it out. */
  read(record: string): readonly FileRow[] | null
}

/** The records of a file: what a line feed in a free text broke apart is one again, and what is unreadable is a row that says so. */
export class Records {
  unreadable = 0
  readonly #format: Format
  #parts: string[] = []
  #number = 0
  /** The line before was, or ended, a record. */
  #read = false

  constructor(format: Format) {
    this.#format = format
  }

  take(line: string, number: number): readonly FileRow[] {
    const begins = this.#format.begins(line)
    // The rest of a free text that stands last; were it more, the file's sums would say so.
    if (!begins && this.#read && this.#parts.length === 0) return []
    const before = begins ? this.end() : []
    if (this.#parts.length === 0) this.#number = number
    this.#parts.push(line)
    const rows = this.#format.read(this.#parts.join(' '))
    if (rows !== null) {
      this.#parts = []
      this.#read = true
      return [...before, ...rows]
    }
    return this.#parts.length < mostParts ? before : [...before, ...this.end()]
  }

  /** What is left is unreadable. @throws FileProblem where that is too much */
  end(): readonly FileRow[] {
    if (this.#parts.length === 0) return []
    const raw = this.#parts.join('\n')
    this.#parts = []
    this.#read = false
    this.unreadable += 1
    if (this.unreadable > mostUnreadable) throw new FileProblem(fileProblems.line(this.#number))
    const no = `第 ${this.#number} 行`
    return [{ kind: 'unreadable', no, orderNo: '', channelNo: '', at: null, amount: 0, fee: 0, raw }]
  }
}

/**
 * Cells of a line that are not quoted: commas too many are those of free texts (null), which lie between columns of a known shape.
 * @returns a cell a column; null where none fit, or several do that say different things
 */
export function alignedCells(
  cells: readonly string[],
  shape: readonly (RegExp | null)[],
): readonly string[] | null {
  // With one cell a column an empty one is plainly empty.
  const fits = (cell: string, at: number) => cell === '' || (shape[at]?.test(cell) ?? true)
  if (cells.length === shape.length) return cells.every(fits) ? cells : null
  let found: readonly string[] | null = null
  let isSure = true
  const place = (column: number, cell: number, made: readonly string[]): void => {
    const pattern = shape[column]
    if (pattern === undefined) {
      if (cell < cells.length || !isSure) return
      const fixed = (all: readonly string[]) => all.filter((_, at) => shape[at] !== null).join('\n')
      isSure = found === null || fixed(found) === fixed(made)
      found ??= made
      return
    }
    const left = cells.length - cell - (shape.length - column)
    if (left < 0) return
    const one = cells[cell] ?? ''
    if (pattern !== null) {
      if (pattern.test(one)) place(column + 1, cell + 1, [...made, one])
      return
    }
    // Free texts beside each other share what is too much: it lies in the last of them.
    const most = shape[column + 1] === null ? 0 : left
    for (let more = 0; more <= most; more += 1)
      place(column + 1, cell + 1 + more, [...made, cells.slice(cell, cell + 1 + more).join(',')])
  }
  place(0, 0, [])
  return isSure ? found : null
}

/** Where the columns of a header stand; a column that was called otherwise has several names. */
export function columnsOf<Name extends string>(
  header: readonly string[],
  wanted: Readonly<Record<Name, readonly string[]>>,
): Readonly<Record<Name, number>> {
  const places: Partial<Record<Name, number>> = {}
  for (const name in wanted) {
    const place = wanted[name].map(title => header.indexOf(title)).find(index => index !== -1)
    if (place === undefined) throw new FileProblem(fileProblems.header(wanted[name][0] ?? name))
    places[name] = place
  }
  return places as Record<Name, number>
}

export const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)

/** Whole fen, or null. */
export const fenOf = (text: string): number | null => parseYuan(text)

/** Hundred-thousandths of a yuan, or null. */
export function feeOf(text: string): number | null {
  const [, sign, yuan = '', rest = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  if (yuan === '') return null
  const fee = Number(yuan + rest.padEnd(5, '0'))
  return sign === '-' && fee !== 0 ? -fee : fee
}

/** Whole fen of hundred-thousandths of a yuan, half away from zero. */
export const feeFen = (fee: number): number => Math.sign(fee) * Math.round(Math.abs(fee) / 1000) + 0
