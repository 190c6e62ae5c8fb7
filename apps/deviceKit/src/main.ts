import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BehaviourName, behaviourNames } from './behaviours.ts'
import { startExam } from './exam.ts'
import { exitCodeOf, textOf } from './report.ts'
import { agreedTimes } from './times.ts'

/** How long somebody at the device is waited for with `--auto`. Milliseconds. */
const autoPatience = 20_000
/** The kit itself could not do its work. */
const notRun = 3

const help = `检查模拟器：代替服务器接受一台驾驶模拟器的 MQTT 连接，逐条检查它发的报文，
并通过断线、不确认、拒绝登录、重复和过期的命令检查它的行为。不需要数据库和服务器。

  npm run device-kit -- [选项]

  --port <端口>      监听的端口（默认 18830）
  --host <地址>      监听的地址（默认 127.0.0.1；从别的机器连接用 0.0.0.0）
  --sn <编号>        只接受这台设备（默认：第一台来连接的）
  --key <密钥>       只接受这个密钥（默认：任意）
  --auto             需要人操作的步骤等 ${autoPatience / 1000} 秒，没有等到就跳过
  --seconds <秒>     最长的时间，到时以当时的结果结束
  --only <名称,…>    只检查其中几项，名称见下
  --json <文件>      把结果写成 JSON
  --help             显示本说明

名称：${behaviourNames.join('、')}

退出码：0 全部通过，1 有不通过的，2 没有不通过的、但有未测的，3 检查没有进行。Ctrl-C 以当时的结果结束。`

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '18830' },
      host: { type: 'string', default: '127.0.0.1' },
      sn: { type: 'string' },
      key: { type: 'string' },
      auto: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const { host, sn, key, auto, json } = values
  const ending = new AbortController()
  const end = () => {
    ending.abort()
    // asked twice, it does not wait for the report
    process.once('SIGINT', () => process.exit(130))
  }
  if (values.seconds !== undefined)
    setTimeout(end, number('--seconds', values.seconds, 1, 86_400) * 1000).unref()
  const exam = await startExam({
    ...{ host, sn, key, signal: ending.signal, only: names(values.only) },
    port: number('--port', values.port, 0, 65_535),
    times: auto ? { ...agreedTimes, human: autoPatience } : agreedTimes,
    print: line => console.log(line),
  })
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  const report = await exam.report
  console.log(`\n${textOf(report)}`)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
  process.exit(exitCodeOf(report))
}

function names(text: string | undefined): BehaviourName[] | undefined {
  return text?.split(',').map(part => {
    const name = behaviourNames.find(one => one === part.trim())
    if (name === undefined)
      throw new Error(`--only 里没有“${part}”这一项，可选：${behaviourNames.join('、')}`)
    return name
  })
}

function number(name: string, text: string, low: number, high: number): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= low && value <= high) return value
  throw new Error(`${name} 应是 ${low} 到 ${high} 的数，现在是“${text}”`)
}

const unheard: Record<string, string> = {
  EADDRINUSE: '端口已被占用，请用 --port 换一个',
  EACCES: '没有权限监听这个端口，请用 --port 换一个 1024 以上的',
  EADDRNOTAVAIL: '本机没有 --host 给的地址，请检查',
  ENOTFOUND: '本机没有 --host 给的地址，请检查',
}

main().catch((error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  console.error(unheard[code] ?? (error instanceof Error ? error.message : error))
  process.exit(notRun)
})
