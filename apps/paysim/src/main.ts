import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Faults } from './books.ts'
import { environmentOf } from './environment.ts'
import { startPaysim } from './paysim.ts'

const help = `模拟支付渠道：在本机按微信支付（API v3 扫码支付）和支付宝（当面付）的协议收款、退款、发通知，不产生真实扣款。

  npm run paysim -- [选项]

  --port <端口>       监听的端口（默认 8090，只在 127.0.0.1）
  --keys <文件夹>     写出服务器要用的密钥和环境变量（默认当前文件夹）
  --duplicate         每个支付通知发三次
  --late <秒>         通知晚这么久才发
  --lost              不发通知
  --forged            先发一个伪造签名的通知
  --fail <结果>       退款的结果：closed（已关闭）或 abnormal（异常）
  --help              显示本说明

服务器用 paysim.env 里的环境变量启动，再设置 PUBLIC_URL。付款页面在 /pay/<单号>，
对账文件在 /statement/wechat/<日期> 和 /statement/alipay/<日期>。Ctrl-C 退出。`

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8090' },
      keys: { type: 'string', default: '.' },
      duplicate: { type: 'boolean', default: false },
      late: { type: 'string', default: '0' },
      lost: { type: 'boolean', default: false },
      forged: { type: 'boolean', default: false },
      fail: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const { duplicate, lost, forged, fail } = values
  if (fail !== undefined && fail !== 'closed' && fail !== 'abnormal')
    throw new Error(`--fail 应是 closed 或 abnormal，现在是“${fail}”`)
  const late = number('--late', values.late, 86_400) * 1_000
  const faults: Faults = { duplicate, late, lost, forged, ...(fail !== undefined && { fail }) }
  const paysim = await startPaysim({ port: number('--port', values.port, 65_535), faults })
  const file = join(values.keys, 'paysim.env')
  const lines = Object.entries(environmentOf(paysim)).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  console.log(`模拟支付渠道在 ${paysim.wechatUrl}，服务器的环境变量在 ${file}`)
  process.once('SIGINT', () => process.exit(0))
}

function number(name: string, text: string, high: number): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= high) return value
  throw new Error(`${name} 应是 0 到 ${high} 的数，现在是“${text}”`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
