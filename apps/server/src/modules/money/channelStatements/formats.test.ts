import { gunzipSync } from 'node:zlib'
import { contract, errors } from '@drivesim/contract'
import { gbk, type StatementRow, zip } from '@drivesim/paysim/statements'
import { describe, expect, test } from 'vitest'
import { yesterday } from '../../../../test/calendar.ts'
import { channelDays } from '../../../../test/channelDays.ts'

const { channelStatements } = contract

const days = await channelDays()
const { wrong, paid, fileOf, imported, taken, linesOf } = days

describe('what channels write into their files', () => {
  const textOf = (some: readonly StatementRow[]) => {
    const file = fileOf(some, { channel: 'alipay' })
    const start = 30 + file.readUInt16LE(26)
    return new TextDecoder('gbk').decode(file.subarray(start, start + file.readUInt32LE(18)))
  }
  const alipayFile = (content: Buffer) => zip([{ name: gbk('a_业务明细.csv'), content }])
  const isRecord = (line: string) => line.includes(',交易,') || line.includes(',退款,')
  /** The file with other cells in its lines. */
  const withCells = (text: string, change: (cells: string[]) => void) =>
    text
      .split('\r\n')
      .map(line => {
        if (!isRecord(line)) return line
        const cells = line.split(',')
        change(cells)
        return cells.join(',')
      })
      .join('\r\n')

  test.each([
    [3, '驾训,充值'],
    [7, '一店,二楼'],
    [10, '张*,(138****8000)'],
    [24, '备注,有,三个,逗号'],
    [24, '第一行\n第二行'],
    [3, '充\r\n值'],
    [24, '12,50'],
  ])('what people typed into column %s has commas and line feeds: %j', async (column, typed) => {
    const order = await paid(10_000, yesterday, 'alipay')
    const text = withCells(textOf([order.row]), cells => {
      cells[column] = typed
    })
    const { statementId } = await taken(alipayFile(gbk(text)))
    expect(await linesOf(statementId)).toMatchObject([{ outcome: 'matched', amount: 10_000 }])
    expect(await wrong()).toEqual([])
  })

  test('signs beyond GBK and half of one do no harm', async () => {
    const order = await paid(10_000, yesterday, 'alipay')
    const bytes = gbk(
      withCells(textOf([order.row]), cells => {
        cells[3] = 'QQ'
      }),
    )
    const at = bytes.indexOf('QQ')
    // 㐂 in GB18030, and the first byte of a character.
    const odd = Buffer.from([0x81, 0x39, 0xee, 0x39, 0xd6])
    const file = alipayFile(Buffer.concat([bytes.subarray(0, at), odd, bytes.subarray(at + 2)]))
    const { statementId } = await taken(file)
    expect(await linesOf(statementId)).toMatchObject([{ outcome: 'matched', amount: 10_000 }])
  })

  test('a line that nobody can make out is one, and not the day', async () => {
    const order = await paid(10_000, yesterday, 'alipay')
    const other = await paid(20_000, yesterday, 'alipay')
    const text = withCells(textOf([order.row, other.row]), cells => {
      if (cells[1]?.trim() === other.row.orderNo) cells[5] = '昨天'
    })
    const statement = await taken(alipayFile(gbk(text)))
    const lines = await linesOf(statement.statementId)
    expect(lines.map(({ kind, outcome, acts }) => [kind, outcome, acts])).toEqual(
      expect.arrayContaining([
        ['payment', 'matched', []],
        ['unreadable', 'channelOnly', ['note']],
        ['payment', 'localOnly', ['reverse']],
      ]),
    )
    const unreadable = lines.find(({ kind }) => kind === 'unreadable')
    expect(unreadable?.raw).toContain(other.row.orderNo)
    const noted = { lineId: unreadable?.lineId ?? 0, act: 'note' as const }
    expect((await days.keeper.call(channelStatements.resolve, noted)).msg).toBe(errors.noteReason.sentence())
    const { code } = await days.keeper.call(channelStatements.resolve, { ...noted, reason: '后台有这笔' })
    expect(code).toBe(0)
    expect(await wrong()).toEqual([])
  })

  test('more lines than the sums know, and a hundred that nobody can make out, are another file', async () => {
    const order = await paid(10_000, yesterday, 'alipay')
    const text = textOf([order.row])
    const record = text.split('\r\n').find(isRecord) ?? ''
    const broken = record.replace(',交易,', ',转账,')
    const more = (times: number) =>
      gbk(text.replace(record, [record, ...Array(times).fill(broken)].join('\r\n')))
    expect((await imported(alipayFile(more(1)))).problem).toContain('与明细合计不符')
    expect((await imported(alipayFile(more(101)))).problem).toContain('无法识别')
  })

  test('商家优惠 of Alipay is a line of its own that somebody books, once, and a newer file takes back', async () => {
    const order = await paid(10_000, yesterday, 'alipay')
    const given = (received: string) =>
      alipayFile(
        gbk(
          withCells(textOf([order.row]), cells => {
            cells[12] = received
          }).replace('商家实收共100.00元', `商家实收共${received}元`),
        ),
      )
    const { statementId } = await taken(given('90.00'))
    const [discount, payment] = (await linesOf(statementId)).toSorted((a, b) => a.kind.localeCompare(b.kind))
    expect(payment).toMatchObject({ kind: 'payment', outcome: 'matched', amount: 10_000 })
    expect(discount).toMatchObject({
      kind: 'discount',
      outcome: 'channelOnly',
      amount: 1_000,
      acts: ['book'],
    })
    const book = { lineId: discount?.lineId ?? 0, act: 'book' as const }
    expect((await days.keeper.call(channelStatements.resolve, book)).code).toBe(0)
    expect((await days.keeper.call(channelStatements.resolve, book)).code).toBe(errors.lineNot.code)
    expect(await days.sumOf('merchant_discount')).toBe(1_000)
    expect(await wrong()).toEqual([])
    await taken(given('95.00'))
    expect(await days.sumOf('merchant_discount')).toBe(0)
    expect(await wrong()).toEqual([])
  })

  test('WeChat settles 应结订单金额', async () => {
    const order = await paid(10_000)
    const text = gunzipSync(fileOf([order.row])).toString()
    const header = text.split('\r\n')[0]?.split(',') ?? []
    const at = header.indexOf('应结订单金额')
    const altered = text
      .split('\r\n')
      .map(line => {
        const cells = line.split(',`')
        if (line.includes(order.row.orderNo)) cells[at] = '95.00'
        return cells.join(',`')
      })
      .join('\r\n')
    const { statementId } = await taken(Buffer.from(altered))
    const lines = await linesOf(statementId)
    expect(lines.map(({ kind, outcome, amount }) => [kind, outcome, amount]).toSorted()).toEqual([
      ['discount', 'channelOnly', 500],
      ['payment', 'matched', 10_000],
    ])
  })

  test('a text that a spreadsheet saved again, with its lines padded, is read', async () => {
    const order = await paid(10_000)
    const lines = gunzipSync(fileOf([order.row]))
      .toString()
      .split('\r\n')
    const padded = lines
      .map((line, index) => (index > 1 && line !== '' ? `${line},,,,,,` : line))
      .join('\r\n')
    const { statementId } = await taken(Buffer.from(padded))
    expect(await linesOf(statementId)).toMatchObject([{ outcome: 'matched', amount: 10_000 }])
  })
})
