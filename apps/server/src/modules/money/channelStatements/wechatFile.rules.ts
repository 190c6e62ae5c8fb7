import { fileProblems } from '@drivesim/contract'
import {
  columnsOf,
  FileProblem,
  type FileReader,
  type FileRow,
  feeOf,
  fenOf,
  isTime,
  type MoneyRow,
  Records,
  Tally,
} from './fileReader.rules.ts'

const columns = {
  at: ['交易时间'],
  merchant: ['商户号'],
  channelNo: ['微信订单号', '微信支付订单号'],
  orderNo: ['商户订单号'],
  state: ['交易状态'],
  refundNo: ['商户退款单号'],
  channelRefundNo: ['微信退款单号', '微信支付退款单号'],
  refundState: ['退款状态'],
  fee: ['手续费'],
  // Of merchants without coupons that are settled apart, files have the older names.
  amount: ['订单金额', '总金额', '应结订单金额'],
  refunded: ['申请退款金额', '退款金额'],
  // What of it the merchant gets, or gives: the rest is what it gave the payer.
  settled: ['应结订单金额', '订单金额', '总金额'],
  settledBack: ['退款金额', '申请退款金额'],
} as const
const sums = {
  rows: ['总交易单数'],
  amount: ['订单总金额', '总交易额', '应结订单总金额'],
  refunded: ['申请退款总金额', '退款总金额', '总退款金额'],
  fee: ['手续费总金额'],
} as const

type Places = ReturnType<typeof columnsOf<keyof typeof columns>>
type Sums = ReturnType<typeof columnsOf<keyof typeof sums>>

/** Every cell begins with a backtick, since names of goods may have commas. */
const cellsOf = (line: string) => line.slice(1).split(',`')
/** What a record begins with. */
const begins = (line: string) => /^`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,`/.test(line)
/** A table saved again has as many cells in each line as in the longest. */
const withoutPadding = (line: string) => line.replace(/,+$/, '')

/** 交易账单 of the kind ALL: a header, the lines, a header of sums, the sums. */
export function wechatFileReader(): FileReader {
  const tally = new Tally()
  const records = new Records({ begins, read: readRow })
  let places: Places | null = null
  let columnCount = 0
  let sumPlaces: Sums | null = null
  let checked = false
  let number = 0
  /** 订单金额 of all lines: those of refunds have what was paid in some files, nothing in others. */
  let ordered = 0

  function readRow(line: string): readonly FileRow[] | null {
    if (places === null) return null
    const at = places
    const cells = cellsOf(line)
    if (cells.length !== columnCount) return null
    const record = recordOf(name => cells[at[name]]?.trim() ?? '')
    if (record === null) return null
    tally.ofMerchant(record.merchant)
    ordered += record.ordered
    const rows = tally.add(record.row, record.discount)
    return record.failed ? [{ ...record.row, amount: 0 }] : rows
  }

  function check(line: string, at: Sums): void {
    const cells = cellsOf(line)
    const cell = (name: keyof Sums) => cells[at[name]]?.trim() ?? ''
    const wrong = (what: string) => new FileProblem(fileProblems.totals(what))
    if (Number(cell('rows')) !== tally.rows + records.unreadable) throw wrong('总交易单数')
    const fee = feeOf(cell('fee'))
    if (fee === null) throw wrong('手续费总金额')
    if (records.unreadable === 0) {
      if (fenOf(cell('amount')) !== ordered) throw wrong('订单总金额')
      if (fenOf(cell('refunded')) !== tally.refunded) throw wrong('申请退款总金额')
      if (fee !== tally.fee) throw wrong('手续费总金额')
    }
    // Of lines that nobody can make out it is known here alone.
    tally.fee = fee
    checked = true
  }

  return {
    channel: 'wechat',
    take(given) {
      number += 1
      const line = withoutPadding(given)
      if (line === '') return []
      if (places === null) {
        const header = line.split(',')
        columnCount = header.length
        places = columnsOf(header, columns)
        return []
      }
      if (checked) throw new FileProblem(fileProblems.line(number))
      if (sumPlaces !== null) check(line, sumPlaces)
      else if (line.startsWith('总交易单数')) {
        sumPlaces = columnsOf(line.split(','), sums)
        return records.end()
      } else return records.take(line, number)
      return []
    },
    end() {
      if (!checked) throw new FileProblem(fileProblems.incomplete())
      return tally.summary()
    },
  }
}

/** What moved money. Fen. */
interface WechatRecord {
  readonly row: MoneyRow
  readonly merchant: string
  /** 订单金额. */
  readonly ordered: number
  readonly discount: number
  /** A refund that failed moved nothing. */
  readonly failed: boolean
}

/** What the cells of a record say; null: nobody can make it out. */
function recordOf(cell: (name: keyof Places) => string): WechatRecord | null {
  const state = cell('state')
  const isPayment = state === 'SUCCESS'
  if (!isPayment && state !== 'REFUND' && state !== 'REVOKED') return null
  const ordered = fenOf(cell('amount'))
  const refunded = fenOf(cell('refunded'))
  const settled = fenOf(cell(isPayment ? 'settled' : 'settledBack'))
  const fee = feeOf(cell('fee'))
  if (ordered === null || refunded === null || settled === null || fee === null || !isTime(cell('at')))
    return null
  const refundNo = cell('refundNo')
  const hasRefundNo = !isPayment && refundNo !== '' && refundNo !== '0'
  const moved = isPayment ? ordered : refunded
  const row: MoneyRow = {
    kind: isPayment ? 'payment' : 'refund',
    no: hasRefundNo ? refundNo : cell('orderNo'),
    orderNo: cell('orderNo'),
    channelNo: hasRefundNo ? cell('channelRefundNo') : cell('channelNo'),
    at: cell('at'),
    amount: moved,
    fee,
    raw: null,
  }
  if (row.no === '' || moved < 0) return null
  const failed = cell('refundState') === 'FAIL'
  const discount = failed ? 0 : Math.max(0, moved - settled)
  return { row, merchant: cell('merchant'), ordered, discount, failed }
}
