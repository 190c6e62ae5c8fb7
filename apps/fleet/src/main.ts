import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startFleet } from './fleet.ts'
import { readFleetFile } from './keysFile.ts'
import { type Statistics, takeLatency } from './statistics.ts'

const help = `模拟设备：让任意数量的驾驶模拟器通过 MQTT 连到服务器，像在驾校里一样上报。

  npm run fleet -- [选项]

  --devices <数量>   连接的设备数量（默认：文件里的全部）
  --url <地址>       MQTT 服务地址（默认 mqtt://127.0.0.1:1883；TLS 用 mqtts://）
  --protocol <版本>  4：MQTT 3.1.1（默认），5：MQTT 5
  --speed <倍数>     时间快慢，1 到 120（默认 10）。1：按真实的营业时间上课，夜间关机；
                     大于 1：营业时间一天接一天快放，课程按倍数缩短，上报的时间是真实时间
  --flap <数量>      其中若干台反复上报同一故障、时断时续，用来观察工单的恢复和复发（默认 0）
  --foreign <数量>   其中若干台像别家写的程序：编号写法各异、时钟不准、字段多出或写成文本、
                     训练中崩溃、同一块硬盘克隆出两台（默认 0）
  --seed <整数>      随机种子（默认 1）；相同种子，相同的一天
  --keys <文件>      设备编号与密钥的 JSON 文件（默认 DATA_DIR/demo-fleet.json，
                     由演示数据生成；DATA_DIR 默认 ./data）
  --help             显示本说明

每秒一行：已连接、已发送、已确认、断网待补发的消息、训练中的设备、确认延迟。Ctrl-C 正常下线并退出。`

async function main() {
  const { values } = parseArgs({
    options: {
      devices: { type: 'string' },
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      speed: { type: 'string', default: '10' },
      protocol: { type: 'string', default: '4' },
      seed: { type: 'string', default: '1' },
      flap: { type: 'string', default: '0' },
      foreign: { type: 'string', default: '0' },
      keys: { type: 'string', default: join(process.env.DATA_DIR || './data', 'demo-fleet.json') },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)

  const speed = number('--speed', values.speed, 1, 120)
  const seed = number('--seed', values.seed, 0, 2 ** 31)
  if (!URL.canParse(values.url)) throw new Error(`--url 应形如 mqtt://127.0.0.1:1883，现在是“${values.url}”`)
  const file = readFleetFile(values.keys)
  const asked =
    values.devices === undefined ? file.devices.length : number('--devices', values.devices, 1, 1e6)
  if (asked > file.devices.length) {
    throw new Error(`密钥文件 ${values.keys} 里只有 ${file.devices.length} 台设备，--devices 不能大于它`)
  }

  const fleet = startFleet({
    url: values.url,
    file: { ...file, devices: file.devices.slice(0, asked) },
    protocolVersion: number('--protocol', values.protocol, 4, 5) >= 5 ? 5 : 4,
    speed,
    seed,
    connectsPerSecond: 1_500,
    flap: number('--flap', values.flap, 0, asked),
    foreign: number('--foreign', values.foreign, 0, asked),
  })
  const printer = setInterval(() => console.log(progress(fleet.statistics, asked)), 1000)

  const end = () => {
    clearInterval(printer)
    console.log('正在下线…')
    // asked twice, it does not wait for farewells
    process.once('SIGINT', () => process.exit(130))
    fleet.stop().then(
      () => process.exit(0),
      error => fail(error),
    )
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

function progress(statistics: Statistics, asked: number): string {
  const latency = takeLatency(statistics)
  const parts = [
    `已连接 ${statistics.connected}/${asked}`,
    `已发送 ${statistics.sent}`,
    `已确认 ${statistics.acked}`,
    `待补发 ${statistics.waiting}`,
    `训练中 ${statistics.started - statistics.ended}`,
  ]
  if (latency !== null) parts.push(`确认延迟 p50 ${latency.p50} ms，p99 ${latency.p99} ms`)
  if (statistics.refused > 0) parts.push(`连接失败 ${statistics.refused} 次：${statistics.refusal}`)
  return parts.join('  ')
}

function number(name: string, text: string, low: number, high: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= low && value <= high)) {
    throw new Error(`${name} 应是 ${low} 到 ${high} 的数，现在是“${text}”`)
  }
  return value
}

function fail(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

main().catch(fail)
