import { fileProblems } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
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
  channelNo: ['支付宝交易号'],
  orderNo: ['商户订单号'],
  kind: ['业务类型'],
  goods: ['商品名称'],
  at: ['完成时间'],
  amount: ['订单金额（元）', '订单金额(元)', '订单金额'],
  received: ['商家实收（元）', '商家实收(元)', '商家实收'],
  discount: ['商家优惠（元）', '商家优惠(元)', '商家优惠'],
  refundNo: ['退款批次号/请求号'],
  fee: ['服务费（元）', '服务费(元)', '服务费'],
} as const
type Places = ReturnType<typeof columnsOf<keyof typeof columns>>

/** The account's number: the merchant's 16 digits, and four of the account. */
const account = /^#账号：\[(\d{16})(?:\d{4})?\]/
const range =
  /^#起始日期：\[(\d{4})年(\d\d)月(\d\d)日 00:00:00\]\s*终止日期：\[(\d{4})年(\d\d)月(\d\d)日 00:00:00\]/
const footer = /^#(交易|退款)合计：(\d+)笔，商家实收(?:退款)?共(-?[\d.]+)元/

/** 业务明细: what it is of in lines with `#`, a header, the lines, and what they add up to with `#` again. */
export function alipayFileReader(): FileReader {
  const tally = new Tally()
  const received = { 交易: { rows: 0, amount: 0 }, 退款: { rows: 0, amount: 0 } }
  let header: readonly string[] = []
  let places: Places | null = null
  let inside = false
  let over = false
  let totals = 0
  let number = 0

  function remark(line: string): void {
    const [, merchant] = account.exec(line) ?? []
    if (merchant !== undefined) tally.ofMerchant(merchant)
    if (line.startsWith('#起始日期')) tally.onDay(dayOf(line))
    if (line.includes('业务明细列表结束')) over = true
    else if (line.includes('业务明细列表')) inside = true
    if (/^#(交易|退款)合计/.test(line)) check(line)
  }

  function check(line: string): void {
    const [, kind, rows, amount = ''] = footer.exec(line) ?? []
    const seen = received[kind === '退款' ? '退款' : '交易']
    if (Number(rows) !== seen.rows || fenOf(amount) !== seen.amount)
      throw new FileProblem(fileProblems.totals(line.slice(1, 5)))
    totals += 1
  }

  function takeRow(line: string, at: Places): FileRow {
    const unreadable = () => new FileProblem(fileProblems.line(number))
    const cells = cellsOf(line, header.length, at.goods)
    const cell = (name: keyof Places) => cells[at[name]]?.trim() ?? ''
    const kind = cell('kind')
    if (cells.length !== header.length || (kind !== '交易' && kind !== '退款')) throw unreadable()
    const amount = fenOf(cell('amount'))
    const got = fenOf(cell('received'))
    const discount = fenOf(cell('discount') || '0')
    const fee = feeOf(cell('fee') || '0')
    if (amount === null || got === null || discount === null || fee === null || !isTime(cell('at')))
      throw unreadable()
    const isPayment = kind === '交易'
    const row: FileRow = {
      kind: isPayment ? 'payment' : 'refund',
      no: (isPayment ? '' : cell('refundNo')) || cell('orderNo'),
      orderNo: cell('orderNo'),
      channelNo: cell('channelNo'),
      at: cell('at'),
      // What the merchant gave away itself did not come in.
      amount: Math.abs(amount) - Math.abs(discount),
      // Negative where Alipay takes it.
      fee: fee === 0 ? 0 : -fee,
    }
    if (row.no === '' || row.amount < 0 || (amount < 0 && isPayment)) throw unreadable()
    received[kind].rows += 1
    received[kind].amount += got
    tally.add(row)
    return row
  }

  return {
    channel: 'alipay',
    take(line) {
      number += 1
      if (line === '') return null
      if (line.startsWith('#')) {
        remark(line)
        return null
      }
      if (!inside || over) throw new FileProblem(fileProblems.line(number))
      if (places !== null) return takeRow(line, places)
      header = line.split(',').map(title => title.trim())
      places = columnsOf(header, columns)
      return null
    },
    end() {
      if (!over || totals !== 2) throw new FileProblem(fileProblems.incomplete())
      return tally.summary()
    },
  }
}

/** Cells are not quoted: commas too many are those of the name of the goods. */
function cellsOf(line: string, count: number, goods: number): string[] {
  const cells = line.split(',')
  const surplus = cells.length - count
  return surplus > 0
    ? [
        ...cells.slice(0, goods),
        cells.slice(goods, goods + surplus + 1).join(','),
        ...cells.slice(goods + surplus + 1),
      ]
    : cells
}

/** The one day that a file is of. */
function dayOf(line: string): string {
  const [, ...parts] = range.exec(line) ?? []
  const from = parts.slice(0, 3).join('-')
  const until = parts.slice(3).join('-')
  if (from === '' || until !== addDays(from, 1))
    throw new FileProblem(fileProblems.date('应为一天的账单（日账单）'))
  return from
}
