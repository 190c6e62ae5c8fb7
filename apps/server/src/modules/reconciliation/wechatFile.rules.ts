import { fileProblems } from '@drivesim/contract'
import {
  columnsOf,
  FileProblem,
  type FileReader,
  type FileRow,
  feeOf,
  fenOf,
  isTime,
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

/** 交易账单 of the kind ALL: a header, the lines, a header of sums, the sums. */
export function wechatFileReader(): FileReader {
  const tally = new Tally()
  let places: Places | null = null
  let sumPlaces: Sums | null = null
  let checked = false
  let number = 0
  /** 订单金额 of all lines: those of refunds have what was paid in some files, nothing in others. */
  let ordered = 0

  function takeRow(line: string, at: Places): FileRow {
    const unreadable = () => new FileProblem(fileProblems.line(number))
    if (!line.startsWith('`')) throw unreadable()
    const cells = cellsOf(line)
    const cell = (name: keyof Places) => cells[at[name]]?.trim() ?? ''
    const state = cell('state')
    const isPayment = state === 'SUCCESS'
    if (!isPayment && state !== 'REFUND' && state !== 'REVOKED') throw unreadable()
    const amount = fenOf(cell('amount'))
    const refunded = fenOf(cell('refunded'))
    const fee = feeOf(cell('fee'))
    if (amount === null || refunded === null || fee === null || !isTime(cell('at'))) throw unreadable()
    tally.ofMerchant(cell('merchant'))
    ordered += amount
    // A refund that failed moved nothing.
    const failed = cell('refundState') === 'FAIL'
    const refundNo = cell('refundNo')
    const hasRefundNo = refundNo !== '' && refundNo !== '0'
    const channelRefundNo = cell('channelRefundNo')
    const row: FileRow = {
      kind: isPayment ? 'payment' : 'refund',
      no: !isPayment && hasRefundNo ? refundNo : cell('orderNo'),
      orderNo: cell('orderNo'),
      channelNo: !isPayment && hasRefundNo ? channelRefundNo : cell('channelNo'),
      at: cell('at'),
      amount: isPayment ? amount : refunded,
      fee,
    }
    if (row.no === '' || row.amount < 0) throw unreadable()
    tally.add(row)
    return failed ? { ...row, amount: 0 } : row
  }

  function check(line: string, at: Sums): void {
    const cells = cellsOf(line)
    const cell = (name: keyof Sums) => cells[at[name]]?.trim() ?? ''
    const wrong = (what: string) => new FileProblem(fileProblems.totals(what))
    if (Number(cell('rows')) !== tally.rows) throw wrong('总交易单数')
    if (fenOf(cell('amount')) !== ordered) throw wrong('订单总金额')
    if (fenOf(cell('refunded')) !== tally.refunded) throw wrong('申请退款总金额')
    if (feeOf(cell('fee')) !== tally.fee) throw wrong('手续费总金额')
    checked = true
  }

  return {
    channel: 'wechat',
    take(line) {
      number += 1
      if (line === '') return null
      if (places === null) {
        places = columnsOf(line.split(','), columns)
        return null
      }
      if (checked) throw new FileProblem(fileProblems.line(number))
      if (sumPlaces !== null) check(line, sumPlaces)
      else if (line.startsWith('总交易单数')) sumPlaces = columnsOf(line.split(','), sums)
      else return takeRow(line, places)
      return null
    },
    end() {
      if (!checked) throw new FileProblem(fileProblems.incomplete())
      return tally.summary()
    },
  }
}
