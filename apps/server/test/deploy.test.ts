import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { errors, refuse } from '@drivesim/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { beforeEachTest, type TestApp } from './app.ts'
import { until } from './device.ts'
import { freePort } from './serverProcess.ts'

// What deploy/ has for those who run an installation, by the programs that read it, and by what the server has.

const root = join(import.meta.dirname, '../../..')
const deploy = join(root, 'deploy')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const programOf = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
    .map(folder => join(folder, name))
    .find(existsSync)
/** Runs a check of a program, in deploy/. @returns what it said, and `fine` where it found nothing */
function check(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(programOf(program) ?? program, args, {
    cwd: deploy,
    encoding: 'utf8',
  })
  return status === 0 ? 'fine' : stdout + stderr
}

/** A folder that is gone when the test ends. */
function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
const lacks = (...programs: string[]) => programs.some(name => programOf(name) === undefined)

/** A configuration with a certificate of this test in place of the one that an installation has. */
function withCertificate(path: string): { folder: string; config: string } {
  const folder = scratch()
  const [certificate, key, both] = ['pem', 'key', 'both.pem'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const made = ['-days', '1', '-subj', '/CN=sim.example.com', '-keyout', key, '-out', certificate]
  expect(
    check(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      ...made,
    ),
  ).toBe('fine')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  const text = read(path)
    .replaceAll('/etc/haproxy/certs/sim.example.com.pem', both)
    .replaceAll('/etc/ssl/sim.example.com.pem', certificate)
    .replaceAll('/etc/ssl/sim.example.com.key', key)
    .replaceAll('/var/log/nginx', folder)
  const config = join(folder, 'config')
  writeFileSync(config, text)
  return { folder, config }
}

describe('proxies', () => {
  test.skipIf(lacks('haproxy', 'openssl'))('haproxy reads its configuration (needs haproxy)', () => {
    expect(check('haproxy', '-c', '-q', '-f', withCertificate('deploy/haproxy/haproxy.cfg').config)).toBe(
      'fine',
    )
  })

  test.skipIf(lacks('nginx', 'openssl'))('nginx reads its configuration (needs nginx)', () => {
    const { folder, config } = withCertificate('deploy/nginx/drivesim.conf')
    const whole = join(folder, 'nginx.conf')
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      name => `${name}_temp_path ${join(folder, name)};`,
    )
    writeFileSync(
      whole,
      `pid ${folder}/pid; error_log ${folder}/error; events {} http { ${places.join(' ')} include ${config}; }`,
    )
    expect(check('nginx', '-t', '-q', '-e', join(folder, 'error'), '-c', whole)).toBe('fine')
  })

  test.skipIf(lacks('caddy'))('Caddy reads its configuration (needs caddy)', () => {
    expect(check('caddy', 'validate', '--adapter', 'caddyfile', '--config', 'caddy/Caddyfile')).toBe('fine')
  })
})

describe('while no server answers, a proxy says so in a sentence', () => {
  /** A proxy that leads to nobody, and listens without TLS. @returns where it is */
  async function begin(program: string, args: readonly string[], port: number): Promise<string> {
    const url = `http://127.0.0.1:${port}`
    const child = spawn(programOf(program) ?? program, args, { stdio: 'ignore' })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    await until(`${program} answers`, async () => (await fetch(url)).status === 503)
    return url
  }

  async function expectSentences(url: string): Promise<void> {
    const call = await fetch(`${url}/dm-api/admin/api/manage/me`)
    expect(call.status).toBe(503)
    expect(call.headers.get('retry-after')).toBe('5')
    expect(call.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { code, message } = refuse(errors.unavailable)
    expect(await call.json()).toEqual({ code, msg: message, data: null })
    const page = await fetch(`${url}/devices`)
    expect(page.status).toBe(503)
    expect(page.headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('http-equiv="refresh"')
  }

  test.skipIf(lacks('haproxy'))('haproxy (needs haproxy)', async () => {
    const port = await freePort()
    const config = join(scratch(), 'config')
    const written = read('deploy/haproxy/haproxy.cfg')
      .replaceAll(/ +bind .*\n/g, '')
      .replaceAll('192.0.2.', '127.0.0.')
      .replaceAll(/ +http-request .*\{ ssl_fc \}\n/g, '')
    // Only what people come to: the others would need addresses too.
    const [people = ''] = written.split('# Simulators;')
    writeFileSync(config, people.replace('frontend people\n', `frontend people\n  bind 127.0.0.1:${port}\n`))
    await expectSentences(await begin('haproxy', ['-db', '-f', config], port))
  })

  test.skipIf(lacks('nginx'))('nginx (needs nginx)', async () => {
    const port = await freePort()
    const folder = scratch()
    const site = read('deploy/nginx/drivesim.conf')
      .replace(/server {\n {2}listen 80;.*?\n}\n/s, '')
      .replaceAll(/ +(listen|ssl_).*\n/g, '')
      .replace('server_name', `listen 127.0.0.1:${port}; server_name`)
      .replaceAll('/var/log/nginx', folder)
      .replaceAll('192.0.2.', '127.0.0.')
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      name => `${name}_temp_path ${join(folder, name)};`,
    )
    const config = join(folder, 'nginx.conf')
    writeFileSync(
      config,
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error; events {} http { ${places.join(' ')} ${site} }`,
    )
    await expectSentences(await begin('nginx', ['-e', join(folder, 'error'), '-c', config], port))
  })

  test.skipIf(lacks('caddy'))('Caddy (needs caddy)', async () => {
    const port = await freePort()
    const config = join(scratch(), 'Caddyfile')
    const site = read('deploy/caddy/Caddyfile')
      .replace(/\nhttp:.*$/s, '')
      .replace(/\{\$SITE.*?\} \{/, `{\nadmin off\n}\nhttp://127.0.0.1:${port} {`)
    writeFileSync(config, site.replaceAll('192.0.2.', '127.0.0.'))
    await expectSentences(await begin('caddy', ['run', '--adapter', 'caddyfile', '--config', config], port))
  })
})

describe.skipIf(lacks('systemd-analyze'))('the unit of systemd (needs systemd-analyze)', () => {
  /** The template as an instance of it. */
  const instance = () => {
    const unit = join(scratch(), 'drivesim@web1.service')
    copyFileSync(join(deploy, 'systemd/drivesim@.service'), unit)
    return unit
  }

  test('is valid', () => {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', instance()], { encoding: 'utf8' })
    // That node lies elsewhere on this machine is none of its faults.
    const said = (stdout + stderr)
      .split('\n')
      .filter(line => !/\/usr\/bin\/node is not executable|^$/.test(line))
    expect(said).toEqual([])
  })

  test('may do little: its exposure is at most 1.5 of 10', () => {
    const options = ['security', '--offline=true', '--no-pager', '--threshold=15']
    const { status, stdout } = spawnSync('systemd-analyze', [...options, instance()], { encoding: 'utf8' })
    expect(stdout.match(/Overall exposure level .*: (\d+\.\d+)/)?.[1]).toBeDefined()
    expect(status, stdout).toBe(0)
  })
})

describe.skipIf(lacks('promtool'))('Prometheus (needs promtool)', () => {
  test('reads the rules and the example', () => {
    expect(check('promtool', 'check', 'rules', 'prometheus/alerts.yml')).toBe('fine')
    expect(check('promtool', 'check', 'config', '--syntax-only', 'prometheus/prometheus.yml')).toBe('fine')
  })

  test('each rule speaks when it should, and not before', () => {
    expect(check('promtool', 'test', 'rules', 'prometheus/alerts.test.yml')).toBe('fine')
  })
})

/** What of a dashboard we rely on Grafana to read. */
const dashboard = z
  .object({
    uid: z.string(),
    title: z.string(),
    schemaVersion: z.literal(38),
    refresh: z.string(),
    time: z.object({ from: z.string(), to: z.string() }),
    templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.literal('datasource') })) }),
    panels: z.array(
      z.object({
        id: z.int(),
        title: z.string().min(1),
        type: z.literal('timeseries'),
        gridPos: z.object({ h: z.int(), w: z.int(), x: z.int().min(0), y: z.int().min(0) }),
        fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
        targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1), legendFormat: z.string() })),
      }),
    ),
  })
  .parse(JSON.parse(read('deploy/grafana/dashboard.json')))
const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

test('panels of the dashboard stand side by side, each with queries of its own', () => {
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24)
    return Array.from({ length: w * h }, (_, at) => `${x + (at % w)}:${y + Math.floor(at / w)}`)
  })
  expect(new Set(cells).size).toBe(cells.length)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  for (const { targets } of dashboard.panels)
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
})

test.skipIf(lacks('promtool'))('what it asks is PromQL (needs promtool)', () => {
  const file = join(scratch(), 'rules.yml')
  const rules = asked.map((expr, at) => ({
    record: `panel:${at}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  expect(check('promtool', 'check', 'rules', file)).toBe('fine')
})

const rules = read('deploy/prometheus/alerts.yml')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

test('each alert has its test, and its line in docs/operating.md', () => {
  expect(alerts.length).toBeGreaterThan(8)
  const tests = read('deploy/prometheus/alerts.test.yml')
  const told = (name: string) => tests.match(new RegExp(`alertname: ${name}\\s+exp_alerts:\\s+- `)) !== null
  expect(alerts.filter(name => !told(name))).toEqual([])
  const page = read('docs/operating.md')
  expect(alerts.filter(name => !page.includes(`| \`${name}\` |`))).toEqual([])
})

describe('metrics that are asked for', () => {
  let app: TestApp
  beforeEachTest(async built => {
    app = built
  })

  /** Of Prometheus itself and of exporters of other programs. */
  const foreign = /^(up|pg_\w+|haproxy_\w+)$/

  async function known(): Promise<Set<string>> {
    const { body } = await app.app.inject('/metrics')
    const types = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
    return new Set(
      types.flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
  }
  const unknown = async (expressions: readonly string[]) => {
    const names = await known()
    return expressions.flatMap(metricsOf).filter(name => !foreign.test(name) && !names.has(name))
  }

  test('by the rules are metrics of the server', async () => {
    const expressions = [...rules.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*))/g)]
    expect(expressions).toHaveLength(alerts.length)
    expect(await unknown(expressions.map(([, lines, line = '']) => lines ?? line))).toEqual([])
  })

  test('by the dashboard too', async () => {
    expect(asked.length).toBeGreaterThan(15)
    expect(await unknown(asked)).toEqual([])
  })
})

/** The names of metrics in an expression of PromQL. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  const words = bare.matchAll(/[a-z_][\w:]*(?!\w)(?!\s*\()/gi)
  return [...words].map(([word]) => word).filter(word => !/^(and|or|unless|offset|bool)$/.test(word))
}
