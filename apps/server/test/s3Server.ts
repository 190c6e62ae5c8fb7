import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'

/**
 * What becomes of a request: the store never sees what is hung, cut or answered with a status; halved, its answer stops in the middle
 * and the connection stays; unheard, there is none.
 */
export type Fate = Served | 'hung' | 'cut' | number
type Served = 'served' | 'halved' | 'unheard'

/** An S3 store of a test. */
export interface S3Server {
  /** As `FILES_URL`. */
  readonly url: string
  /** Requests that came, as `PUT files/…`. */
  readonly seen: string[]
  /** Decides about each request. */
  fate: (request: string) => Fate
  /** Names in a folder of the bucket. */
  names(folder: string): string[]
  kill(): Promise<void>
}

const bucket = 'drivesim'
const accessKeyId = 'S3RVER'

/**
 * A store on this machine. It would take requests without a signature and bodies that are not what was signed, so a door before
 * it does not let them in.
 */
export async function s3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'drivesim-s3-'))
  const options = { address: '127.0.0.1', port: 0, directory, silent: true }
  const store = new S3rver({ ...options, configureBuckets: [{ name: bucket }] })
  const { port } = await store.run()
  const seen: string[] = []

  const door = http.createServer(async (request, answer) => {
    const asked = `${request.method} ${(request.url ?? '').replace(`/${bucket}/`, '')}`
    seen.push(asked)
    const decided = server.fate(asked)
    // In the middle of what is sent, if that is long.
    if (decided === 'cut') return request.socket.destroy()
    const body = await buffer(request)
    const fate = isSigned(request, body) ? decided : 403
    if (fate === 'hung') return
    if (typeof fate === 'number') answer.writeHead(fate).end('<Error><Code>OfTheTest</Code></Error>')
    else passOn(port, { request, body, answer, fate })
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port: doorPort } = door.address() as AddressInfo
  const server: S3Server = {
    url: `s3://${accessKeyId}:S3RVER@127.0.0.1:${doorPort}/${bucket}?region=us-east-1&tls=0`,
    seen,
    fate: () => 'served',
    names: folder =>
      readdirSync(join(directory, bucket, folder))
        .filter(name => name.endsWith('._S3rver_object'))
        .map(name => name.replace('._S3rver_object', '')),
    async kill() {
      if (!door.listening) return
      door.close()
      door.closeAllConnections()
      await store.close()
      rmSync(directory, { recursive: true })
    },
  }
  return server
}

const signature =
  /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[\da-f]{64}$/

function isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  const sha256 = createHash('sha256').update(body).digest('hex')
  return signature.test(headers.authorization ?? '') && headers['x-amz-content-sha256'] === sha256
}

interface Passed {
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly answer: ServerResponse
  readonly fate: Served
}

function passOn(port: number, { request, body, answer, fate }: Passed): void {
  const { method, url, headers } = request
  http
    .request({ host: '127.0.0.1', port, method, path: url, headers }, async came => {
      const content = await buffer(came)
      if (fate === 'unheard') return answer.destroy()
      answer.writeHead(came.statusCode ?? 500, came.headers)
      if (fate === 'halved') answer.write(content.subarray(0, content.length / 2))
      else answer.end(content)
    })
    .on('error', () => answer.destroy())
    .end(body)
}
