import { fileProblems, parseYuan } from '@drivesim/contract'
import type { PayChannel } from '../../platform/payments/gateway.ts'

/** Why a file is not taken, in words for people. */
export class FileProblem extends Error {}

/** A line of a channel's file that moved money. Fen. */
export interface FileRow {
  readonly kind: 'payment' | 'refund'
  /** Ours of the order or refund. */
  readonly no: string
  /** Ours of the payment, also where it is given back. */
  readonly orderNo: string
  readonly channelNo: string
  /** As the channel writes it: `2026-11-21 09:30:00`, in China. */
  readonly at: string
  readonly amount: number
  /** Hundred-thousandths of a yuan: what the channel keeps; negative where it gives back. */
  readonly fee: number
}

/** What a whole file says, once its own sums were found right. Fen. */
export interface FileSummary {
  readonly merchant: string
  readonly day: string
  readonly rows: number
  readonly paid: number
  readonly refunded: number
  /** Hundred-thousandths of a yuan. */
  readonly fee: number
}

/** Reads a file line by line, in the order of the file. @throws FileProblem */
export interface FileReader {
  readonly channel: PayChannel
  take(line: string): FileRow | null
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
  fee = 0

  add({ kind, at, amount, fee }: FileRow): void {
    this.onDay(at.slice(0, 10))
    this.rows += 1
    if (kind === 'payment') this.paid += amount
    else this.refunded += amount
    this.fee += fee
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
    const { day, merchant, rows, paid, refunded, fee } = this
    if (day === null || merchant === null) throw new FileProblem(fileProblems.date('文件里没有明细'))
    return { day, merchant, rows, paid, refunded, fee }
  }
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
