import { fileProblems } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import {
  alignedCells,
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
  channelNo: ['支付宝交易号'],
  orderNo: ['商户订单号'],
  kind: ['业务类型'],
  at: ['完成时间'],
  amount: ['订单金额（元）', '订单金额(元)', '订单金额'],
  received: ['商家实收（元）', '商家实收(元)', '商家实收'],
  refundNo: ['退款批次号/请求号'],
  fee: ['服务费（元）', '服务费(元)', '服务费'],
} as const
type Places = ReturnType<typeof columnsOf<keyof typeof columns>>

/** What cells of a column look like; a column of another name holds what people typed. */
const shapes: readonly (readonly [title: RegExp, cell: RegExp])[] = [
  [/^支付宝交易号$/, /^[\w-]{16,64}$/],
  [/^(商户订单号|退款批次号\/请求号)$/, /^(?!-?\d+\.\d+$)[\w\-|.]{0,64}$/],
  [/^业务类型$/, /^(交易|退款)$/],
  [/时间$/, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  [/[（(]元[）)]$|金额$|实收$|优惠$|服务费$|分润$/, /^-?\d{1,9}\.\d{1,5}$/],
]
/** What a record begins with. */
const firstCells = /^[\w-]{16,64}\s*,[\w\-|.]{1,64}\s*,/

/** The account's number: the merchant's 16 digits, and four of the account. */
const account = /^#账号：\[(\d{16})(?:\d{4})?\]/
const range =
  /^#起始日期：\[(\d{4})年(\d\d)月(\d\d)日 00:00:00\]\s*终止日期：\[(\d{4})年(\d\d)月(\d\d)日 00:00:00\]/
const footer = /^#(交易|退款)合计：(\d+)笔，商家实收(?:退款)?共(-?[\d.]+)元/

/** 业务明细: what it is of in lines with `#`, a header, the lines, and what they add up to with `#` again. */
export function alipayFileReader(): FileReader {
  const tally = new Tally()
  const received = { 交易: { rows: 0, amount: 0 }, 退款: { rows: 0, amount: 0 } }
  const records = new Records({ begins: line => firstCells.test(line), read: readRow })
  let header: Header | null = null
  let inside = false
  let over = false
  let totals = 0
  /** By the file's sums there are so many records more than were read. */
  let unseen = 0
  let number = 0

  function remark(line: string): void {
    const [, merchant] = account.exec(line) ?? []
    if (merchant !== undefined) tally.ofMerchant(merchant)
    if (line.startsWith('#起始日期')) tally.onDay(dayOf(line))
    if (line.includes('业务明细列表结束')) over = true
    else if (line.includes('业务明细列表')) inside = true
    if (/^#(交易|退款)合计/.test(line)) check(line)
  }

  /** Of lines that nobody can make out there is no more to check than their number. */
  function check(line: string): void {
    const [, kind, rows, amount = ''] = footer.exec(line) ?? []
    const seen = received[kind === '退款' ? '退款' : '交易']
    const missing = Number(rows) - seen.rows
    unseen += missing
    if (!(missing >= 0) || (missing === 0 && fenOf(amount) !== seen.amount) || unseen > records.unreadable)
      throw new FileProblem(fileProblems.totals(line.slice(1, 5)))
    totals += 1
  }

  function readRow(line: string): readonly FileRow[] | null {
    if (header === null) return null
    const { places, shape } = header
    const cells = alignedCells(cellsOf(line), shape)
    if (cells === null) return null
    const record = recordOf(name => cells[places[name]] ?? '')
    if (record === null) return null
    const seen = received[record.row.kind === 'payment' ? '交易' : '退款']
    seen.rows += 1
    seen.amount += record.received
    return tally.add(record.row, record.discount)
  }

  return {
    channel: 'alipay',
    take(line) {
      number += 1
      if (line === '') return []
      if (line.startsWith('#')) {
        const rows = records.end()
        remark(line)
        return rows
      }
      if (!inside || over) throw new FileProblem(fileProblems.line(number))
      if (header !== null) return records.take(line, number)
      header = headerOf(line)
      return []
    },
    end() {
      if (!over || totals !== 2) throw new FileProblem(fileProblems.incomplete())
      if (unseen !== records.unreadable) throw new FileProblem(fileProblems.totals('笔数'))
      return tally.summary()
    },
  }
}

const cellsOf = (line: string) => line.split(',').map(text => text.trim())

interface Header {
  readonly places: Places
  /** Null: of free texts. */
  readonly shape: readonly (RegExp | null)[]
}

function headerOf(line: string): Header {
  const titles = cellsOf(line)
  return {
    places: columnsOf(titles, columns),
    shape: titles.map(title => shapes.find(([named]) => named.test(title))?.[1] ?? null),
  }
}

/** What moved money. Fen. */
interface AlipayRecord {
  readonly row: MoneyRow
  /** Negative where it was given back. */
  readonly received: number
  readonly discount: number
}

/** What the cells of a record say; null: nobody can make it out. */
function recordOf(cell: (name: keyof Places) => string): AlipayRecord | null {
  const amount = fenOf(cell('amount'))
  const received = fenOf(cell('received'))
  const fee = feeOf(cell('fee') || '0')
  if (amount === null || received === null || fee === null || !isTime(cell('at'))) return null
  const isPayment = cell('kind') !== '退款'
  const no = (isPayment ? '' : cell('refundNo')) || cell('orderNo')
  // What the merchant gave away itself did not come in.
  const discount = Math.abs(amount) - Math.abs(received)
  if (no === '' || discount < 0 || (amount < 0 && isPayment)) return null
  const row: MoneyRow = {
    kind: isPayment ? 'payment' : 'refund',
    no,
    orderNo: cell('orderNo'),
    channelNo: cell('channelNo'),
    at: cell('at'),
    amount: Math.abs(amount),
    // Negative where Alipay takes it.
    fee: fee === 0 ? 0 : -fee,
    raw: null,
  }
  return { row, received, discount }
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
