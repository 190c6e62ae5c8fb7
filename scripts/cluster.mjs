// npm run cluster: a whole installation of several machines, on one (docs/cluster.md).
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWeb, compile, fail, install, requireNode } from './lib/commands.mjs'

const help = `一台机器上的整套分布式安装：etcd、PostgreSQL（Patroni）和 RabbitMQ 各三个节点，haproxy，文件存储，
两个 web 进程和两个 intake 进程，演示数据和演示设备。

  npm run cluster [-- 选项]              启动，Ctrl-C 全部停止
  npm run cluster -- status             各部分的进程
  npm run cluster -- kill <名称>         kill -9 其中一个；primary 是当前的主库节点，1 秒后会重新启动
  npm run cluster -- kill <名称> --down  同上，但不再启动
  npm run cluster -- up <名称>           启动停着的一个
  npm run cluster -- stop               停止全部

  --dir <文件夹>   数据和日志所在（默认系统临时文件夹下的 drivesim-cluster），再次启动时接着用
  --port <端口>    浏览器访问的端口（默认 18100）；其他部分用它之后的 90 个端口
  --broker <名称>  消息服务：rabbitmq（默认，三个节点）或 mosquitto（一个进程）`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string', default: join(tmpdir(), 'drivesim-cluster') },
    port: { type: 'string', default: '18100' },
    broker: { type: 'string', default: 'rabbitmq' },
    down: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const folder = resolve(values.dir)
const stateFile = join(folder, 'cluster.json')
/** What another window asks for. */
const orderFile = join(folder, 'order.json')
const [act = 'start', name] = positionals

if (values.help) console.log(help)
else if (act === 'start') await start()
else await ask()

async function start() {
  requireNode()
  process.env.NODE_ENV = 'production'
  await install()
  await compile('apps/server', 'apps/fleet')
  const web = await buildWeb()
  if (web.code !== 0) fail(`${web.output}\n网页没有构建成功，见上`)
  const { brokers, missingPackages, startCluster } = await import('./cluster/cluster.mjs')
  if (!(values.broker in brokers)) fail(`--broker 只能是 ${Object.keys(brokers).join(' 或 ')}`)
  const missing = missingPackages(values.broker)
  if (missing.length > 0) {
    console.log(
      `跳过：缺少 ${missing.join('、')}，请以 root 执行 apt-get install --no-install-recommends ${missing.join(' ')}`,
    )
    return
  }
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort())
  const cluster = await startCluster({
    folder,
    port: Number(values.port),
    broker: values.broker,
    say: console.log,
    signal: ending.signal,
  }).catch(error => fail(error.message))
  console.log(`
  ${cluster.url}            账号 admin、school、finance、ops，密码在 ${cluster.passwordsFile}
  ${cluster.operatorsUrl}            haproxy 看到的各个节点
  ${folder}  各部分的数据和日志

  另一个窗口：npm run cluster -- status、npm run cluster -- kill primary
  按 Ctrl-C 全部停止
`)
  while (!ending.signal.aborted) {
    await obey(cluster, ending)
    writeFileSync(stateFile, JSON.stringify(await stateOf(cluster), null, 2))
    await wait(200, undefined, { signal: ending.signal }).catch(() => undefined)
  }
  console.log('正在停止…')
  await cluster.stop()
  rmSync(stateFile, { force: true })
}

/** Does what another window asked for. */
async function obey(cluster, ending) {
  let order
  try {
    order = JSON.parse(readFileSync(orderFile, 'utf8'))
  } catch {
    return
  }
  rmSync(orderFile)
  if (order.act === 'stop') return ending.abort()
  const part =
    order.name === 'primary'
      ? (await cluster.nodesThatAre('primary'))[0]
      : cluster.parts.find(one => one.name === order.name)
  if (part === undefined) return console.log(`没有名为 ${order.name} 的部分`)
  console.log(`${order.act} ${part.name}`)
  if (order.act === 'kill') part.kill({ down: order.down })
  else if (part.pid === undefined)
    void part.start().then(() => console.log(`${part.name} 已就绪`), console.error)
}

async function stateOf(cluster) {
  const [primary] = await cluster.nodesThatAre('primary')
  return {
    url: cluster.url,
    pid: process.pid,
    parts: cluster.parts.map(({ name, kind, pid, log }) => ({
      name,
      kind: name === primary?.name ? 'primary' : kind,
      pid: pid ?? null,
      log,
    })),
  }
}

/** Another window's question or order. */
async function ask() {
  let state
  try {
    state = JSON.parse(readFileSync(stateFile, 'utf8'))
    process.kill(state.pid, 0)
  } catch {
    fail(`${folder} 里没有正在运行的集群，请先执行 npm run cluster`)
  }
  if (act === 'status') {
    for (const { name, kind, pid } of state.parts)
      console.log(`${name.padEnd(10)} ${kind.padEnd(9)} ${pid ?? '停着'}`)
    return
  }
  if (act !== 'stop' && (!['kill', 'up'].includes(act) || name === undefined)) fail(help)
  writeFileSync(orderFile, JSON.stringify({ act, name, down: values.down }))
}
