import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { channelStatements, isImported, type Tokens } from '@drivesim/contract'
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
    const file = await fileOf(folder, lines)
    const tokens = await signIn(server.url, 'admin', 'Demo@2026')
    const began = performance.now()
    const first = await importFile(server.url, tokens, file)
    const seconds = (performance.now() - began) / 1000
    const again = await importFile(server.url, tokens, file)
    if (!again.repeated || again.statementId !== first.statementId)
      throw new Error('the same file made another statement')
    const growth = Math.max(...first.memoryOfSecondHalf) / Math.max(...first.memoryOfFirstHalf)
    return [
      {
        what: `a channel's file of ${lines.toLocaleString('en')} lines (${Math.round(file.size / 2 ** 20)} MB packed): sent, read, compared, written`,
        value: `${seconds.toFixed(0)} s; said ${first.told} times how far it was`,
        bound: '< 60 s',
        passed: seconds < 60 && first.told > 2,
      },
      {
        what: 'the server’s memory while it is read: most in the second half of the lines, of that in the first',
        value: `${Math.round(growth * 100)} % (${Math.round(Math.max(...first.memoryOfSecondHalf) / 2 ** 20)} MB)`,
        bound: '≤ 115 %',
        passed: growth <= 1.15,
      },
      await cancelImport(server.url, tokens, await fileOf(folder, lines + 1), lines / 2),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fileOf(folder: string, lines: number): Promise<Blob> {
  const path = join(folder, `${lines}.csv.gz`)
  await pipeline(Readable.from(textOf(lines)), createGzip({ level: 1 }), createWriteStream(path))
  return openAsBlob(path)
}

async function send(url: string, { token }: Tokens, file: Blob) {
  const form = new FormData()
  form.append('file', file)
  const response = await fetch(`${url}/dm-api${channelStatements.import.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return channelStatements.import.reply.parse(Reflect.get(Object(await response.json()), 'data'))
}

/** Sends a file and waits until it is taken. `told`: how often it was somewhere else than before. */
async function importFile(url: string, tokens: Tokens, file: Blob) {
  const sent = await send(url, tokens, file)
  const seen: { lines: number; memory: number }[] = []
  let now = await call(url, tokens, channelStatements.importInfo, sent)
  while (!isImported(now.state)) {
    seen.push({ lines: now.lines, memory: await memory(url) })
    await wait(pause)
    now = await call(url, tokens, channelStatements.importInfo, sent)
  }
  if (now.state !== 'done') throw new Error(now.problem ?? now.state)
  const of = (isSecond: boolean) =>
    seen.filter(({ lines }) => lines > 0 && lines > now.lines / 2 === isSecond).map(({ memory }) => memory)
  return {
    ...now,
    told: new Set(seen.map(({ lines }) => lines)).size,
    memoryOfFirstHalf: of(false),
    memoryOfSecondHalf: of(true),
  }
}

/** Somebody stops a file once so many lines are read. */
async function cancelImport(url: string, tokens: Tokens, file: Blob, after: number): Promise<Figure> {
  const sent = await send(url, tokens, file)
  const info = () => call(url, tokens, channelStatements.importInfo, sent)
  while ((await info()).lines < after) await wait(pause)
  const began = performance.now()
  await call(url, tokens, channelStatements.cancelImport, sent)
  let now = await info()
  while (!isImported(now.state)) {
    await wait(pause)
    now = await info()
  }
  const seconds = (performance.now() - began) / 1000
  return {
    what: 'the same, stopped once half of it is read: until it was',
    value: `${seconds.toFixed(1)} s (${now.state})`,
    bound: '< 5 s',
    passed: now.state === 'cancelled' && seconds < 5,
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
