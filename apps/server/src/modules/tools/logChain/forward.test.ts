import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer as httpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { createServer as tlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { hasOpenssl, makeCertificate } from '../../../../test/certificate.ts'
import { query } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { forwardSealed } from './forward.service.ts'
import { sealCommitted } from './seal.service.ts'
import { senderOf } from './senders.provider.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const secret = 'a secret of the receiver'
const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
const seal = () => sealCommitted(app.services.db, app.services.dataKeys)
const target = 'log.example.com'

describe.skipIf(!hasOpenssl)('what is sealed', () => {
  let certificate: ReturnType<typeof makeCertificate>
  let running: Server | undefined
  beforeAll(() => {
    certificate = makeCertificate()
  })
  afterEach(() => running?.close())
  afterAll(() => rmSync(certificate.folder, { recursive: true, force: true }))

  async function listen(server: Server): Promise<number> {
    running = server.listen(0, 'localhost')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  const forward = async (url: string) => {
    const send = senderOf({ url: new URL(url), secret, caFile: certificate.certFile })
    if (send === undefined) throw new Error('nothing sends')
    await forwardSealed(app.services, target, send)
  }
  const seqOfTarget = () => sql('select seq::int, failing_since is not null as failing from log_forward')

  test('goes by https, signed, in its order; what was not taken is sent again', async () => {
    const bodies: { text: string; signature: string }[] = []
    let isDown = false
    const port = await listen(
      httpsServer(certificate, async (request, response) => {
        let text = ''
        for await (const part of request) text += String(part)
        if (!isDown) bodies.push({ text, signature: String(request.headers['x-drivesim-signature']) })
        response.writeHead(isDown ? 503 : 204).end()
      }),
    )
    const url = `https://localhost:${port}/log`
    await forward(url)
    const person = await app.signedIn()
    await app.signIn(person.account, 'wrong')
    await app.signedIn()
    await seal()
    await forward(url)
    const [{ text = '', signature = '' } = {}] = bodies
    const records = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(records.map(({ seq }) => seq)).toEqual([1, 2])
    expect(records[0]).toMatchObject({
      source: 'event',
      kind: 'signIn',
      account: person.account,
      succeeded: 'true',
    })
    const [, seconds = '', hash] = /^t=(\d+),v1=([\da-f]{64})$/.exec(signature) ?? []
    expect(createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')).toBe(hash)

    isDown = true
    await app.signedIn()
    await seal()
    await forward(url)
    expect(await seqOfTarget()).toEqual([{ seq: 2, failing: true }])
    isDown = false
    await forward(url)
    expect(await seqOfTarget()).toEqual([{ seq: 3, failing: false }])
    expect(bodies.map(body => JSON.parse(body.text.split('\n')[0] ?? '').seq)).toEqual([1, 3])
  })

  test('goes by syslog over TLS, each message framed by its length, with no sign that ends a line', async () => {
    const received: Buffer[] = []
    // It is closed by the other side alone, so that all of it has come when the sender is done.
    const port = await listen(
      tlsServer(certificate, socket => {
        socket.on('data', data => received.push(data))
        socket.on('end', () => socket.end())
      }),
    )
    const url = `syslog+tls://localhost:${port}`
    await forward(url)
    await app.signedIn()
    await sql(
      `insert into security_event (kind, succeeded, account, label) values ('signIn', false, E'a\nb', '登录')`,
    )
    await seal()
    const frames = await until('both came', async () => {
      // As the task does: what a busy machine did not manage in time is sent again.
      await forward(url)
      const came = framesOf(Buffer.concat(received))
      return came.length >= 2 && came
    })
    expect(frames[0]).toMatch(
      /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ drivesim - event \[drivesim@32473 seq="1" hash="[\da-f]{64}"\] /,
    )
    expect(frames[1]).toMatch(/^<108>1 /)
    expect(frames[1]).toContain('"account":"a\\nb"')
    expect(frames.join('')).not.toContain('\n')
  })

  test('who cannot prove who they are gets nothing', async () => {
    const other = makeCertificate()
    const port = await listen(httpsServer(other, (_request, response) => response.end()))
    await forward(`https://localhost:${port}`)
    await app.signedIn()
    await seal()
    await forward(`https://localhost:${port}`)
    expect(await seqOfTarget()).toEqual([{ seq: 0, failing: true }])
    rmSync(other.folder, { recursive: true, force: true })
  })
})

test('those who see to it are told after a quarter of an hour, once', async () => {
  const keeper = await app.signedIn({ codes: ['system:security'] })
  const fails = () => Promise.reject(new Error('away'))
  await forwardSealed(app.services, target, fails)
  await app.signedIn()
  await seal()
  const told = () => sql(`select count(*)::int as count from message where member_id = $1`, [keeper.memberId])
  await forwardSealed(app.services, target, fails)
  expect(await told()).toEqual([{ count: 0 }])
  await sql(`update log_forward set failing_since = now() - interval '16 minutes'`)
  for (const _ of [1, 2]) await forwardSealed(app.services, target, fails)
  expect(await told()).toEqual([{ count: 1 }])
})

/** The messages of what was received: each has its length before it. */
function framesOf(received: Buffer): string[] {
  const frames: string[] = []
  for (let at = 0; at < received.length; ) {
    const space = received.indexOf(' ', at)
    const length = Number(received.toString('ascii', at, space))
    frames.push(received.toString('utf8', space + 1, space + 1 + length))
    at = space + 1 + length
  }
  return frames
}
