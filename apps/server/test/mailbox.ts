import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly subject: string
  /** Of a mail with one part. */
  readonly html: string
  /** As it came. */
  readonly source: string
}
export interface ReceivedText {
  readonly phone: string
  readonly title: string
}

/** A mail server and a provider of text messages that keep what they are given. */
export async function startMailbox() {
  const mails: ReceivedMail[] = []
  const texts: ReceivedText[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(parts).toString(),
          ...readMail(Buffer.concat(parts).toString()),
        })
        done(null, 'queued')
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  const sms = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    const given = new URLSearchParams(body)
    const { title } = JSON.parse(given.get('TemplateParam') ?? '{}') as { title: string }
    texts.push({ phone: given.get('PhoneNumbers') ?? '', title })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ Code: 'OK', Message: 'OK', BizId: '1' }))
  })
  sms.listen(0, '127.0.0.1')
  await Promise.all([once(smtp.server, 'listening'), once(sms, 'listening')])
  const portOf = (server: { address(): string | AddressInfo | null }) =>
    (server.address() as AddressInfo).port

  return {
    mails,
    texts,
    /** What a server is configured by to send here. */
    env: {
      NOTICES: '1',
      SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
      MAIL_FROM: '驾训平台 <notice@example.com>',
      SMS_PROVIDER: 'aliyun',
      SMS_ACCESS_KEY_ID: 'key id',
      SMS_ACCESS_KEY_SECRET: 'a secret of ours',
      SMS_SIGN: '驾训平台',
      SMS_TEMPLATE: 'SMS_154950909',
      SMS_ENDPOINT: `http://127.0.0.1:${portOf(sms)}/`,
    },
    async stop() {
      sms.closeAllConnections()
      sms.close()
      await new Promise<void>(done => {
        smtp.close(done)
      })
    },
  }
}

/** Subject and HTML of a mail with one part. */
function readMail(source: string): { subject: string; html: string } {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const [, written = ''] = /^subject: (.*)$/im.exec(unfolded) ?? []
  const subject = written.replace(/=\?utf-8\?([bq])\?([^?]*)\?= ?/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString()
      : decodeQuoted(text.replaceAll('_', ' ')),
  )
  const isBase64 = /^content-transfer-encoding: base64$/im.test(unfolded)
  return { subject, html: isBase64 ? Buffer.from(body, 'base64').toString() : decodeQuoted(body) }
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
