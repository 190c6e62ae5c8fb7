import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from './device.ts'
import { freePort } from './serverProcess.ts'

// What deploy/ has for proxies, as they behave: each with a certificate, before a server that tells what reaches it.

const deploy = join(import.meta.dirname, '../../../deploy')
const name = 'sim.example.com'

const programOf = (program: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
    .map(folder => join(folder, program))
    .find(existsSync)

/** Where the proxy listens, what reached the server behind it, and what the server writes to a stream. */
interface Proxied {
  readonly port: number
  /** The same without TLS. */
  readonly plain: number
  readonly reached: IncomingMessage[]
  readonly streams: ServerResponse[]
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const read = (path: string) => readFileSync(join(deploy, path), 'utf8')

interface Place {
  readonly folder: string
  /** With TLS. */
  readonly port: number
  readonly plain: number
  readonly behind: number
}

const begins: Record<string, (at: Place) => string[]> = {
  nginx({ folder, port, plain, behind }) {
    const site = read('nginx/drivesim.conf')
      .replaceAll(/ +listen \[::\].*\n/g, '')
      .replace('listen 80', `listen 127.0.0.1:${plain}`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll(`/etc/ssl/${name}`, join(folder, 'cert'))
      .replaceAll('/var/log/nginx', folder)
      .replace('192.0.2.11:8080', `127.0.0.1:${behind}`)
      .replace(/ +server 192\.0\.2\.12.*\n/, '')
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      place => `${place}_temp_path ${join(folder, place)};`,
    )
    const config = join(folder, 'nginx.conf')
    writeFileSync(
      config,
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error; events {} http { ${places.join(' ')} ${site} }`,
    )
    return ['-e', join(folder, 'error'), '-c', config]
  },
  haproxy({ folder, port, plain, behind }) {
    writeFileSync(
      join(folder, 'both.pem'),
      ['cert.pem', 'cert.key'].map(file => readFileSync(join(folder, file), 'utf8')).join(''),
    )
    const [people = ''] = read('haproxy/haproxy.cfg').split('# Simulators;')
    const config = join(folder, 'haproxy.cfg')
    writeFileSync(
      config,
      people
        .replace('bind :80', `bind 127.0.0.1:${plain}`)
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replace(`/etc/haproxy/certs/${name}.pem`, join(folder, 'both.pem'))
        .replace('192.0.2.11:8080', `127.0.0.1:${behind}`)
        .replace(/ +server web2.*\n/, ''),
    )
    return ['-db', '-f', config]
  },
  caddy({ folder, port, plain, behind }) {
    const certificate = `tls ${join(folder, 'cert.pem')} ${join(folder, 'cert.key')}`
    const site = read('caddy/Caddyfile')
      .replace(
        /\{\$SITE.*?\} \{/,
        `{\nadmin off\nauto_https disable_redirects\n}\nhttps://${name}:${port} {\n${certificate}\n`,
      )
      .replace(/http:\/\/\{\$SITE.*?\} \{/, `http://${name}:${plain} {`)
      .replace(/\{\$WEB:.*?\}/, `127.0.0.1:${behind}`)
    const config = join(folder, 'Caddyfile')
    writeFileSync(config, site)
    return ['run', '--adapter', 'caddyfile', '--config', config]
  },
}

/** A server that answers what it was asked, and behind `/stream` waits to be told what to write. */
async function beginServer(): Promise<Omit<Proxied, 'port' | 'plain'> & { behind: number }> {
  const reached: IncomingMessage[] = []
  const streams: ServerResponse[] = []
  const server = createServer((asked, answer) => {
    if (asked.url !== '/health/ready') reached.push(asked)
    answer.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (asked.url !== '/stream') return answer.end('answered')
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.flushHeaders()
    return streams.push(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { reached, streams, behind: (server.address() as AddressInfo).port }
}

async function begin(program: string): Promise<Proxied> {
  const folder = scratch()
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-keyout', join(folder, 'cert.key'), '-out', join(folder, 'cert.pem')],
  ])
  expect(made.status).toBe(0)
  const { behind, ...told } = await beginServer()
  const [port, plain] = [await freePort(), await freePort()]
  const args = begins[program]?.({ folder, port, plain, behind }) ?? []
  const child = spawn(programOf(program) ?? program, args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await until(`${program} answers`, async () => (await ask(port).catch(() => undefined))?.status === 200)
  told.reached.length = 0
  return { port, plain, ...told }
}

const common = { host: '127.0.0.1', servername: name, rejectUnauthorized: false } as const

function ask(port: number, method = 'GET', path = '/', headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((done, fail) => {
    const asked = request({ ...common, port, method, path, headers: { host: name, ...headers } }, answer => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', part => (body += part))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
    })
    asked.on('error', fail)
    asked.end()
  })
}

/** @returns the version that both sides agreed on, or why they did not */
const agreedOn = (port: number, version: SecureVersion, ciphers = 'DEFAULT@SECLEVEL=0') =>
  new Promise<string>(done => {
    const socket = connect({ ...common, port, minVersion: version, maxVersion: version, ciphers }, () => {
      done(socket.getProtocol() ?? '')
      socket.destroy()
    })
    socket.on('error', error => done('code' in error ? String(error.code) : error.message))
  })

describe.each(['nginx', 'haproxy', 'caddy'])('%s', program => {
  const skipped = programOf(program) === undefined || programOf('openssl') === undefined

  test.skipIf(skipped)(`speaks TLS from 1.2 on (needs ${program})`, async () => {
    const { port } = await begin(program)
    expect(await agreedOn(port, 'TLSv1.3')).toBe('TLSv1.3')
    expect(await agreedOn(port, 'TLSv1.2')).toBe('TLSv1.2')
    for (const old of ['TLSv1.1', 'TLSv1'] as const)
      expect(await agreedOn(port, old)).toMatch(/ALERT_PROTOCOL_VERSION|PROTOCOL|ECONNRESET/)
  })

  test.skipIf(skipped)(`takes strong ciphers alone with TLS 1.2 (needs ${program})`, async () => {
    const { port } = await begin(program)
    expect(await agreedOn(port, 'TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('TLSv1.2')
    for (const weak of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384'])
      expect(await agreedOn(port, 'TLSv1.2', weak)).toMatch(/HANDSHAKE_FAILURE|ECONNRESET/)
  })

  test.skipIf(skipped)(
    `leads people from http to https, and refuses programs (needs ${program})`,
    async () => {
      const { plain, reached } = await begin(program)
      const asked = async (path: string) => {
        const [answer]: IncomingMessage[] = await once(
          get({ host: '127.0.0.1', port: plain, path, headers: { host: name } }),
          'response',
        )
        answer?.resume()
        return { status: answer?.statusCode, location: answer?.headers.location }
      }
      expect(await asked('/home?x=1')).toEqual({ status: 301, location: `https://${name}/home?x=1` })
      expect(await asked('/dm-api/auth/token')).toEqual({ status: 403, location: undefined })
      expect(reached).toEqual([])
    },
  )

  test.skipIf(skipped)(`passes on who asks, and not who they say they are (needs ${program})`, async () => {
    const { port, reached } = await begin(program)
    await ask(port, 'GET', '/', {
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-proto': 'http',
      'x-request-id': 'chosen-by-a-stranger',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    })
    const headers: IncomingMessage['headers'] = reached[0]?.headers ?? {}
    // What a proxy adds stands last, and only that is believed.
    expect(String(headers['x-forwarded-for']).split(', ').at(-1)).toBe('127.0.0.1')
    expect(headers['x-forwarded-proto']).toBe('https')
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/)
    expect(headers.traceparent ?? '').toBe('')
  })

  test.skipIf(skipped)(`says once that browsers come by https alone (needs ${program})`, async () => {
    const { port } = await begin(program)
    const { headers } = await ask(port)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test.skipIf(skipped)(`answers TRACE and /metrics itself (needs ${program})`, async () => {
    const { port, reached } = await begin(program)
    expect((await ask(port, 'TRACE', '/', { cookie: 'token=secret' })).status).toBe(405)
    expect((await ask(port, 'GET', '/metrics')).status).toBe(404)
    expect(reached).toEqual([])
  })

  test.skipIf(skipped)(`gives events as they come (needs ${program})`, async () => {
    const { port, streams } = await begin(program)
    let text = ''
    const asked = request({ ...common, port, path: '/stream', headers: { host: name } }, answer => {
      answer.setEncoding('utf8')
      answer.on('data', part => (text += part))
      answer.on('error', () => undefined)
    })
    asked.on('error', () => undefined)
    asked.end()
    onTestFinished(() => void asked.destroy())
    await until('the stream is open', async () => streams.length === 1)
    // The next is written when the one before was read: what a proxy kept back would never come.
    for (const event of ['one', 'two', 'three']) {
      streams[0]?.write(`data: ${event}\n\n`)
      await until(`${event} is read`, async () => text.endsWith(`data: ${event}\n\n`))
    }
  })
})
