import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { contract, errors, isImported } from '@drivesim/contract'
import { addDays } from '@drivesim/contract/businessDay'
import { gbk, type StatementRow, zip } from '@drivesim/paysim/statements'
import { describe, expect, test } from 'vitest'
import { today, yesterday } from '../../../../test/calendar.ts'
import { channelDays } from '../../../../test/channelDays.ts'
import { until } from '../../../../test/device.ts'
import { tidyUp } from './tasks.ts'

const { channelStatements } = contract

const days = await channelDays()
const { rows, wrong, paid, stranger, fileOf, imported, ended } = days

describe('a file is refused whole, and says why', () => {
  const text = (some: readonly StatementRow[]) => gunzipSync(fileOf(some)).toString()
  const alipayText = (some: readonly StatementRow[]) => {
    const file = fileOf(some, { channel: 'alipay' })
    // The first entry lies open in the archive.
    const start = 30 + file.readUInt16LE(26)
    return new TextDecoder('gbk').decode(file.subarray(start, start + file.readUInt32LE(18)))
  }
  const packed = (content: Buffer) => zip([{ name: gbk('2088_业务明细.csv'), content }])
  const one = () => [stranger(10_000)]
  const cases: readonly [what: string, said: string, file: () => Buffer][] = [
    ['something else', '不是微信支付', () => Buffer.from('hello')],
    [
      'a picture',
      '[Format Error]: you did not upload a Csv file。不是微信支付',
      () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]),
    ],
    [
      'a workbook',
      '[Format Error]: you did not upload a Csv file。压缩包',
      () => zip([{ name: Buffer.from('xl/workbook.xml'), content: Buffer.from('<workbook/>') }]),
    ],
    [
      'another merchant',
      '商户是 1900000110，应为 1900000109',
      () => Buffer.from(text(one()).replaceAll('1900000109', '1900000110')),
    ],
    ['a wrong count', '总交易单数', () => Buffer.from(text(one()).replace('\n`1,', '\n`2,'))],
    [
      'a wrong sum',
      '订单总金额',
      () => Buffer.from(text(one()).replace(/`100\.00,`0\.00\r\n$/, '`100.01,`0.00\r\n')),
    ],
    [
      'a wrong fee',
      '手续费总金额',
      () => Buffer.from(text(one()).replace(/`0\.60000,`100\.00,`0\.00\r\n$/, '`0.61000,`100.00,`0.00\r\n')),
    ],
    [
      'an altered line',
      '订单总金额',
      () => Buffer.from(text(one()).replace('`0.60%,`100.00', '`0.60%,`90.00')),
    ],
    [
      'a missing column',
      '表头缺少“商户退款单号”列',
      () => Buffer.from(text(one()).replace(',商户退款单号', '')),
    ],
    ['two days', '也有', () => fileOf([stranger(1), stranger(2, addDays(yesterday, -1))])],
    ['a day that is not over', '还没有结束', () => fileOf([stranger(1, today)])],
    ['no sums', '文件不完整', () => Buffer.from(text(one()).split('\r\n').slice(0, 2).join('\r\n'))],
    ['half of it', '压缩包无法打开', () => fileOf(one()).subarray(0, 200)],
    ['WeChat in GBK', '编码应为 UTF-8', () => gbk(text(one()).slice(1))],
    [
      'bytes that are no UTF-8',
      '无法识别',
      () => Buffer.concat([Buffer.from(text(one())), Buffer.of(0xff, 0xfe)]),
    ],
    ['Alipay in UTF-8', '编码应为 GBK', () => packed(Buffer.from(alipayText(one())))],
    ['Alipay’s sum', '交易合计', () => packed(gbk(alipayText(one()).replace('共100.00元', '共99.00元')))],
    [
      'Alipay’s merchant',
      '商户是 2088000000000002',
      () => packed(gbk(alipayText(one()).replace('[2088000000000001', '[2088000000000002'))),
    ],
    [
      'a month of Alipay',
      '日账单',
      () => packed(gbk(alipayText(one()).replace(/终止日期：\[\d+年/, '终止日期：[2099年'))),
    ],
    [
      'an Alipay line of another day',
      '也有',
      () => packed(gbk(alipayText([stranger(5, addDays(yesterday, -3))]))),
    ],
    [
      'an archive of something else',
      '没有对账文件',
      () => zip([{ name: Buffer.from('a.txt'), content: Buffer.from('x') }]),
    ],
    ['what swells up', '不是微信支付', () => gzipSync(Buffer.alloc(1_000_000, 0x20))],
    [
      'what swells up behind a good header',
      '不是微信支付',
      () =>
        gzipSync(
          Buffer.concat([Buffer.from(`${text(one()).split('\r\n')[0]}\n`), Buffer.alloc(40_000_000, 0x0a)]),
        ),
    ],
  ]
  test.each(cases)('%s', async (_what, said, file) => {
    const { state, problem } = await imported(file())
    expect([state, problem]).toEqual(['refused', expect.stringContaining(said)])
    // What cannot even be read as a statement says first what every import says of another format.
    const format = /不是微信支付|没有对账文件|压缩包|Format Error/.test(said)
    expect(problem).toMatch(
      format
        ? /^\[Format Error\]: you did not upload a Csv file。/
        : /^不是本商户、本日的对账文件，或合计不符：/,
    )
    for (const table of ['channel_statement', 'channel_line', 'operation_log_change'])
      expect(
        await rows(
          `select from ${table} where ${table === 'operation_log_change' ? `table_name like 'channel%'` : 'true'}`,
        ),
      ).toEqual([])
  })
})

test('twenty files at once are one statement', async () => {
  const order = await paid(10_000)
  const file = fileOf([order.row])
  const begun = await Promise.all(
    Array.from({ length: 20 }, () => days.keeper.call(channelStatements.import, { file } as never)),
  )
  const all: Awaited<ReturnType<typeof ended>>[] = []
  for (const { data } of begun) all.push(await ended(data.importId))
  expect(new Set(all.map(({ statementId }) => statementId)).size).toBe(1)
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await rows('select from channel_line')).toHaveLength(1)
  expect(await wrong()).toEqual([])
})

describe('what is not finished leaves nothing', () => {
  /** So long that it is still being read when somebody looks. */
  const long = () =>
    fileOf(Array.from({ length: 60_000 }, (_, index) => ({ ...stranger(100), orderNo: `POS${index}` })))
  const nothing = async () => {
    for (const table of ['channel_statement', 'channel_line'])
      expect(await rows(`select from ${table}`)).toEqual([])
    expect(readdirSync(join(days.app.services.config.dataDir, 'uploads'))).toEqual([])
    expect(await wrong()).toEqual([])
  }
  async function begun(): Promise<number> {
    const { data } = await days.keeper.call(channelStatements.import, { file: long() } as never)
    for (;;) {
      const now = await days.keeper.call(channelStatements.importInfo, data)
      if (now.data.lines > 0) return data.importId
      expect(isImported(now.data.state)).toBe(false)
    }
  }

  test('cancelled', async () => {
    const importId = await begun()
    expect((await days.keeper.call(channelStatements.cancelImport, { importId })).code).toBe(0)
    expect(await ended(importId)).toMatchObject({ state: 'cancelled', statementId: null })
    const again = await days.keeper.call(channelStatements.cancelImport, { importId })
    expect(again.msg).toBe(errors.importOver.sentence('已取消'))
    await nothing()
  })

  test('broken off while it is being sent', async () => {
    const { app, services } = days.app
    const uploads = join(services.config.dataDir, 'uploads')
    // They have no names; what the process holds open says that they are there.
    const held = () =>
      readdirSync('/proc/self/fd')
        .map(fd => {
          try {
            return readlinkSync(join('/proc/self/fd', fd))
          } catch {
            return ''
          }
        })
        .filter(path => path.startsWith(uploads))
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const sender = connect(port, '127.0.0.1')
    sender.write(
      `POST ${services.apiBase}${channelStatements.import.path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${days.keeper.token}\r\n` +
        `content-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n${body}${'x'.repeat(300_000)}`,
    )
    await until('some of it is there', () => held().length === 1)
    sender.destroy()
    await until('nothing of it is there', () => held().length === 0)
    expect(await rows('select from channel_import')).toEqual([])
    await nothing()
  })

  test('cut off from the database', async () => {
    const importId = await begun()
    // As the application itself: nobody else sees its statements.
    await days.app.services.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%file_row%'`,
    )
    expect(await ended(importId)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('重新选择'),
    })
    await nothing()
  })

  test('what waits behind others is not forsaken, however long they take', async () => {
    const importId = await begun()
    const { data: second } = await days.keeper.call(channelStatements.import, {
      file: fileOf([stranger(5)]),
    } as never)
    await rows(`update channel_import set alive_at = now() - interval '2 minutes' where id = $1`, [
      second.importId,
    ])
    await until('it is said to be alive', async () => {
      const [row] = await rows(
        `select alive_at > now() - interval '1 minute' as alive from channel_import where id = $1`,
        [second.importId],
      )
      return Reflect.get(Object(row), 'alive') === true
    })
    await days.keeper.call(channelStatements.cancelImport, { importId })
    expect(await ended(second.importId)).toMatchObject({ state: 'done' })
  })

  test('left behind by a process that is gone', async () => {
    const [made] = await rows(
      `insert into channel_import (bytes, created_by, state, alive_at) values (1, $1, 'reading', now() - interval '2 minutes') returning id`,
      [days.keeper.memberId],
    )
    await tidyUp(days.app.services)
    const importId = Number(Reflect.get(Object(made), 'id'))
    expect(await ended(importId)).toMatchObject({ state: 'failed' })
  })
})
