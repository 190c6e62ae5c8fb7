// What tests need of the system, installed where root has apt-get.
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './commands.mjs'

const quietly = (command, ...args) => run(command, args, { quiet: true })

const onPath = name =>
  process.env.PATH?.split(delimiter)
    .concat('/usr/sbin')
    .some(folder => existsSync(join(folder, name)))

/** Chromium without the desktop around its pages: the same pages for a third less processor time. */
const browserPackage = 'chromium-headless-shell'
const firefoxPackage = 'firefox-esr'
/** WebKit with what drives it, and a screen, without which it does not start. */
const webkitPrograms = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' }
const clusterPrograms = {
  'rabbitmq-server': 'rabbitmq-server',
  haproxy: 'haproxy',
  etcd: 'etcd-server',
  patroni: 'patroni',
}
const otherBrowsers = ['chromium', 'chromium-browser', 'google-chrome']

/** Whether the tests of the other engines can run here. */
export const hasFirefox = () => process.env.FIREFOX !== undefined || [firefoxPackage, 'firefox'].some(onPath)

export const hasWebKit = () => Object.keys(webkitPrograms).every(onPath)

/** The newest PostgreSQL of the system, from 15 on. */
export function systemPostgres() {
  const folder = '/usr/lib/postgresql'
  if (!existsSync(folder)) return undefined
  const version = readdirSync(folder)
    .map(Number)
    .filter(version => version >= 15 && existsSync(join(folder, `${version}/bin/postgres`)))
    .sort((a, b) => b - a)[0]
  return version === undefined ? undefined : { version, bin: join(folder, `${version}/bin`) }
}

/** @param {{ api: boolean, browser: boolean, firefox?: boolean, webkit?: boolean, compiler?: boolean, cluster?: boolean }} wanted what is going to run */
export async function installSystemPackages({
  api,
  browser,
  firefox = false,
  webkit = false,
  compiler = false,
  cluster = false,
}) {
  const missing = []
  if (browser) {
    if (!onPath(browserPackage) && !otherBrowsers.some(onPath)) missing.push(browserPackage)
  }
  if (browser || firefox || webkit) {
    const fonts = await quietly('fc-list', ':lang=zh')
    if (fonts.code !== 0 || fonts.output.trim() === '') missing.push('fonts-noto-cjk')
  }
  if (firefox && !hasFirefox()) missing.push(firefoxPackage)
  if (webkit)
    for (const [program, name] of Object.entries(webkitPrograms)) if (!onPath(program)) missing.push(name)
  if (api && !onPath('mosquitto')) missing.push('mosquitto')
  if (api && !onPath('pgbouncer')) missing.push('pgbouncer')
  if (api && !onPath('age')) missing.push('age')
  if (api && !existsSync('/usr/lib/python3/dist-packages/paho')) missing.push('python3-paho-mqtt')
  if (api && systemPostgres() === undefined) missing.push('postgresql')
  // Too much for every run: what is tested with them is skipped in a sentence where they are not.
  if (cluster)
    for (const [program, name] of Object.entries(clusterPrograms)) if (!onPath(program)) missing.push(name)
  if (cluster && !existsSync('/usr/lib/python3/dist-packages/etcd')) missing.push('python3-etcd')
  if (compiler && !onPath('cc')) missing.push('gcc', 'libc6-dev')
  if (missing.length === 0) return
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    console.log(
      `缺少 ${missing.join('、')}，相应的测试会失败、跳过或改用内置数据库，请以 root 执行：${command}`,
    )
    return
  }
  console.log(`安装 ${missing.join('、')}…`)
  const restore = missing.includes('postgresql') ? withoutMainCluster() : () => undefined
  const steps = `export DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1; apt-get update -q && ${command}`
  const installed = await run('sh', ['-c', steps], { quiet: true, uncut: true })
  restore()
  if (installed.code !== 0)
    console.log(`${installed.output}\n没有装好 ${missing.join('、')}，相应的测试会失败、跳过或改用内置数据库`)
  // Debian starts brokers at once, on the port of ours, and the pooler with them.
  else if (existsSync('/run/systemd/system'))
    for (const service of ['mosquitto', 'rabbitmq-server', 'haproxy', 'pgbouncer', 'patroni', 'etcd'].filter(
      name => missing.some(one => one.startsWith(name)),
    ))
      await quietly('systemctl', 'disable', '--now', service)
}

/**
 * Debian would make and start a cluster for everybody; tests make one of their own.
 * @returns what gives Debian its own setting back
 */
function withoutMainCluster() {
  const folder = '/etc/postgresql-common'
  const setting = join(folder, 'createcluster.conf')
  if (existsSync(setting)) return () => undefined
  mkdirSync(folder, { recursive: true })
  writeFileSync(setting, 'create_main_cluster = false\n')
  return () => {
    const theirs = `${setting}.ucf-dist`
    if (existsSync(theirs)) renameSync(theirs, setting)
  }
}
