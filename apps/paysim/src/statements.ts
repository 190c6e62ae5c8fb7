import { crc32, gzipSync } from 'node:zlib'
import type { Order } from './books.ts'
import type { Merchants } from './merchants.ts'
import { plainTime, yuan } from './signing.ts'

/** What moved money on a day. Fen. */
export interface StatementRow {
  readonly kind: 'payment' | 'refund'
  /** The merchant's number of the order, and of the refund where it is one. */
  readonly orderNo: string
  readonly refundNo: string | null
  readonly channelNo: string
  readonly at: Date
  readonly amount: number
}

/** What the channels keep: 0.6 %. */
const rate = 0.006
const feeOf = ({ kind, amount }: StatementRow) => Math.round(amount * rate) * (kind === 'payment' ? 1 : -1)
const subject = '驾训充值'

interface Sum {
  readonly rows: number
  readonly amount: number
}
const sumOf = (rows: readonly StatementRow[], kind: StatementRow['kind']): Sum => {
  const some = rows.filter(row => row.kind === kind)
  return { rows: some.length, amount: some.reduce((sum, { amount }) => sum + amount, 0) }
}

const wechatHeader =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const wechatSums =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
const tickedLine = (cells: readonly (string | number)[]) => cells.map(cell => `\`${cell}`).join(',')
const byteOrderMark = '\uFEFF'

/** A channel's file of a day with these lines. */
export function statementOf(
  merchants: Merchants,
  channel: Order['channel'],
  day: string,
  rows: readonly StatementRow[],
): Buffer {
  return channel === 'wechat'
    ? wechatStatement(merchants.wechat, rows)
    : alipayStatement(merchants.alipay, day, rows)
}

/** WeChat's 交易账单 of the kind ALL, packed with gzip. */
function wechatStatement({ mchid, appid }: Merchants['wechat'], rows: readonly StatementRow[]): Buffer {
  const line = (row: StatementRow) => {
    const isPayment = row.kind === 'payment'
    const [paid, back] = isPayment ? [yuan(row.amount), '0.00'] : ['0.00', yuan(row.amount)]
    return tickedLine([
      plainTime(row.at),
      appid,
      mchid,
      0,
      '',
      row.channelNo,
      row.orderNo,
      'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o',
      'NATIVE',
      isPayment ? 'SUCCESS' : 'REFUND',
      'OTHERS',
      'CNY',
      paid,
      '0.00',
      isPayment ? 0 : `5030${row.channelNo.slice(4)}`,
      row.refundNo ?? 0,
      back,
      '0.00',
      isPayment ? '' : 'ORIGINAL',
      isPayment ? '' : 'SUCCESS',
      subject,
      '',
      `${yuan(feeOf(row))}000`,
      '0.60%',
      paid,
      back,
      '',
    ])
  }
  const [paid, back] = [sumOf(rows, 'payment'), sumOf(rows, 'refund')]
  const fees = rows.reduce((sum, row) => sum + feeOf(row), 0)
  const sums = tickedLine([
    rows.length,
    yuan(paid.amount),
    yuan(back.amount),
    '0.00',
    `${yuan(fees)}000`,
    yuan(paid.amount),
    yuan(back.amount),
  ])
  return gzipSync(`${byteOrderMark}${[wechatHeader, ...rows.map(line), wechatSums, sums].join('\r\n')}\r\n`)
}

const alipayHeader =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const dayMs = 86_400_000
const inWords = (at: Date) => {
  const [day = '', time = ''] = plainTime(at).split(' ')
  const [year, month, date] = day.split('-')
  return `${year}年${month}月${date}日 ${time}`
}

/** Alipay's 业务明细 of a day, in GBK in an archive. @param day `2026-11-21` */
function alipayStatement(
  { sellerId }: Merchants['alipay'],
  day: string,
  rows: readonly StatementRow[],
): Buffer {
  const signed = (row: StatementRow) => yuan(row.kind === 'payment' ? row.amount : -row.amount)
  const line = (row: StatementRow) =>
    [
      `${row.channelNo}\t`,
      `${row.orderNo}\t`,
      row.kind === 'payment' ? '交易' : '退款',
      subject,
      plainTime(row.at),
      plainTime(row.at),
      '',
      '',
      '',
      '',
      '*学员(138****0000)\t',
      signed(row),
      signed(row),
      ...['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00'],
      `${row.refundNo ?? ''}\t`,
      yuan(-feeOf(row)),
      '0.00',
      '',
    ].join(',')
  const [paid, back] = [sumOf(rows, 'payment'), sumOf(rows, 'refund')]
  const from = new Date(`${day}T00:00:00+08:00`)
  const text = [
    '#支付宝业务明细查询',
    `#账号：[${sellerId}0156]`,
    `#起始日期：[${inWords(from)}]   终止日期：[${inWords(new Date(from.getTime() + dayMs))}]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    alipayHeader,
    ...rows.map(line),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${paid.rows}笔，商家实收共${yuan(paid.amount)}元，商家优惠共0.00元`,
    `#退款合计：${back.rows}笔，商家实收退款共${yuan(-back.amount)}元，商家优惠退款共0.00元`,
    `#导出时间：[${inWords(new Date(from.getTime() + dayMs + dayMs / 3))}]`,
  ]
  const name = `${sellerId}0156_${day.replaceAll('-', '')}_业务明细`
  return zip([
    { name: gbk(`${name}.csv`), content: gbk(`${text.join('\r\n')}\r\n`) },
    { name: gbk(`${name}(汇总).csv`), content: gbk('#支付宝业务汇总查询\r\n') },
  ])
}

/** Orders and their refunds as lines of the day. */
export function rowsOf(orders: Iterable<Order>, channel: Order['channel'], day: string): StatementRow[] {
  const rows: StatementRow[] = []
  for (const order of orders) {
    if (order.channel !== channel) continue
    const line = { orderNo: order.no, refundNo: null, channelNo: order.channelNo }
    if (order.paidAt !== null) rows.push({ ...line, kind: 'payment', at: order.paidAt, amount: order.amount })
    for (const { no, amount, acceptedAt } of order.refunds.values())
      rows.push({ ...line, kind: 'refund', refundNo: no, at: acceptedAt, amount })
  }
  return rows.filter(({ at }) => plainTime(at).startsWith(day))
}

let table: ReadonlyMap<string, number> | null = null

/** Text in GBK. Node reads it and does not write it, so the table is what it reads. */
export function gbk(text: string): Buffer {
  table ??= gbkTable()
  const bytes: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0)
    const pair = table.get(character) ?? 0x3f
    if (code < 0x80) bytes.push(code)
    else if (pair > 0xff) bytes.push(pair >> 8, pair & 0xff)
    else bytes.push(pair)
  }
  return Buffer.from(bytes)
}

function gbkTable(): Map<string, number> {
  const decoder = new TextDecoder('gbk')
  const found = new Map<string, number>()
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const character = decoder.decode(Uint8Array.of(high, low))
      if (character.length === 1 && character !== '\uFFFD') found.set(character, (high << 8) | low)
    }
  return found
}

/** An archive with names in GBK, as Alipay's are; nothing in it is packed tighter. */
export function zip(files: readonly { name: Buffer; content: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    // Version, flags, method, time and day, then checksum and sizes.
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x21, 8)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(content.length, 14)
    about.writeUInt32LE(content.length, 18)
    about.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, name, content])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, place, name)
    parts.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, index, end])
}
