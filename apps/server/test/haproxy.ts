import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, pollUntil, type Site } from './serverProcess.ts'

const program = '/usr/sbin/haproxy'
const template = join(import.meta.dirname, '../../../deploy/haproxy/haproxy.cfg')

/** Whether Debian's haproxy is installed. */
export const hasHaproxy = existsSync(program)

if (!hasHaproxy) console.log('这台机器没有 haproxy，跳过它的测试')

/** What `deploy/haproxy` has between people and two web processes: on this machine, without TLS. */
function configOf(
  port: number,
  operatorsPort: number,
  [first, second]: readonly Pick<Site, 'port'>[],
): string {
  const text = readFileSync(template, 'utf8')
  const here = {
    '  bind :80\n': '',
    'bind :443 ssl crt /etc/haproxy/certs/sim.example.com.pem alpn h2,http/1.1 ssl-min-ver TLSv1.2 ciphers ECDHE+AESGCM:ECDHE+CHACHA20': `bind 127.0.0.1:${port}`,
    '  http-request deny deny_status 403 if { path_beg /dm-api/ } !{ ssl_fc }\n': '',
    '  http-request redirect scheme https code 301 unless { ssl_fc }\n': '',
    '192.0.2.11:8080': `127.0.0.1:${first?.port}`,
    '192.0.2.12:8080': `127.0.0.1:${second?.port}`,
  }
  const people = text.slice(0, text.indexOf('# Simulators;'))
  const filled = Object.entries(here).reduce((text, [example, value]) => {
    if (!text.includes(example)) throw new Error(`haproxy.cfg has no “${example}”`)
    return text.replace(example, value)
  }, people)
  const operators = text.slice(text.indexOf('frontend operators'))
  return filled + operators.replace('127.0.0.1:8404', `127.0.0.1:${operatorsPort}`)
}

/** haproxy before two web processes; it is there when this returns. */
export async function startHaproxy(sites: readonly Pick<Site, 'port'>[]) {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-haproxy-'))
  const [port, operatorsPort] = [await freePort(), await freePort()]
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(config, configOf(port, operatorsPort, sites))
  const child = spawn(program, ['-db', '-f', config], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', data => {
      said += String(data)
    })
  const url = `http://127.0.0.1:${port}`
  await pollUntil(async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${said}`)
    return fetch(url).then(
      () => true,
      () => false,
    )
  })
  return {
    url,
    /** How many of the servers it takes for ready. */
    async ready() {
      const list = await (await fetch(`http://127.0.0.1:${operatorsPort}/;csv`)).text()
      return list.split('\n').filter(line => /^web,web\d,/.test(line) && line.split(',')[17] === 'UP').length
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
