import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { isImported, reconciliation } from '@drivesim/contract'
import { call, memory, signIn } from './http.ts'
import type { Server } from './server.ts'
import type { Figure } from './table.ts'

const header =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\r\n'
const sums =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n'
const pause = 200

/** A file of WeChat's with so many lines of nobody here, into a server with the demo. */
export async function benchStatements(server: Server, lines: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-statement-'))
  try {
    const path = join(folder, 'statement.csv.gz')
    await pipeline(Readable.from(textOf(lines)), createGzip({ level: 1 }), createWriteStream(path))
    const file = await openAsBlob(path)
    const tokens = await signIn(server.url, 'admin', 'Demo@2026')
    const form = new FormData()
    form.append('file', file)
    const before = await memory(server.url)
    const began = performance.now()
    const response = await fetch(`${server.url}/dm-api${reconciliation.import.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.token}` },
      body: form,
    })
    const data = reconciliation.import.reply.parse(Reflect.get(Object(await response.json()), 'data'))
    let most = before
    let now = await call(server.url, tokens, reconciliation.importInfo, data)
    while (!isImported(now.state)) {
      most = Math.max(most, await memory(server.url))
      await wait(pause)
      now = await call(server.url, tokens, reconciliation.importInfo, data)
    }
    if (now.state !== 'done') throw new Error(now.problem ?? now.state)
    const seconds = (performance.now() - began) / 1000
    return [
      {
        what: `a channel's file of ${lines.toLocaleString('en')} lines (${Math.round(file.size / 2 ** 20)} MB packed): sent, read, compared, written`,
        value: `${seconds.toFixed(0)} s`,
        bound: '',
        passed: undefined,
      },
      {
        what: 'the server’s memory meanwhile, above what it was before',
        value: `${Math.round((most - before) / 2 ** 20)} MB of ${Math.round(most / 2 ** 20)} MB`,
        bound: '',
        passed: undefined,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function* textOf(lines: number): Generator<string> {
  yield `\uFEFF${header}`
  let text = ''
  for (let index = 0; index < lines; index += 1) {
    const no = String(index).padStart(12, '0')
    text += `\`2024-03-05 10:00:00,\`wxd678efh567hg6787,\`1900000109,\`0,\`,\`4200002024030500${no},\`POS${no},\`oUpF8uMuAJO_M2pxb1Q9zNjWeS6o,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`1.00,\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`驾训充值,\`,\`0.01000,\`0.60%,\`1.00,\`0.00,\`\r\n`
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  const cells = [
    lines,
    `${lines}.00`,
    '0.00',
    '0.00',
    `${(lines / 100).toFixed(2)}000`,
    `${lines}.00`,
    '0.00',
  ]
  yield `${text}${sums}${cells.map(cell => `\`${cell}`).join(',')}\r\n`
}
