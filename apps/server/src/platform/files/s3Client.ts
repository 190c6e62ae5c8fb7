import { createHash } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Bucket } from '../start/filesConfig.ts'
import { StoreAway } from './fileStore.ts'

/** How long a store is waited for, in milliseconds. */
export interface Patience {
  /** So long it may do nothing: before it answers, while it takes a file, and between two parts of one that it sends. */
  readonly idleMs: number
  /** Before the second time that a request is made; four times as long before the third. */
  readonly pauseMs: number
}
const usualPatience: Patience = { idleMs: 4_000, pauseMs: 100 }
/** Times that a request is made: where no answer came in time once more, else twice more. */
const attempts = { late: 2, failed: 3 }
/** Connections to the store; more requests wait for each other. */
const mostSockets = 64
/** Of what a store says of a failure. */
const mostWords = 4_096

/** What is sent, from the beginning each time that it is asked for. */
export interface Payload {
  readonly bytes: number
  /** SHA-256, in hexadecimal digits. */
  readonly sha256: string
  open(): Readable
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Of the object; empty: the bucket's own. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly payload?: Payload
}

/** What a store answers that it did as it was asked. */
export interface Answer {
  /** Bytes of its body; NaN where the store does not say. */
  readonly length: number
  /** The body, to be read once. @throws Late, or whatever broke the connection */
  parts(): AsyncIterable<Buffer>
}

/** Learns what became of each request. */
export interface S3Watch {
  /** @param problem what the last attempt came to */
  done(method: S3Request['method'], outcome: 'done' | 'missing' | 'failed', problem?: Error): void
}

export const sha256Of = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex')
const sha256OfNothing = sha256Of('')

/** The store had no answer in time. */
class Late extends Error {}

/** What a store answered that is none of ours to answer. */
class Answered extends Error {
  readonly status: number
  constructor(status: number, code: string | undefined) {
    super(`the store answered ${status}${code === undefined ? '' : ` ${code}`}`)
    this.status = status
  }
  get isPassing(): boolean {
    return this.status >= 500 || this.status === 408 || this.status === 429
  }
}

/**
 * Requests to a bucket, signed, with deadlines. What fails is made again: names are never used again, so that each request may
 * be made twice.
 */
export class S3Client {
  readonly #bucket: Bucket
  readonly #watch: S3Watch
  readonly #patience: Patience
  readonly #agent: http.Agent
  readonly #request: typeof http.request
  /** Keys that follow from the secret, one a day. */
  readonly #keys = new Map<string, ArrayBuffer>()

  constructor(bucket: Bucket, watch: S3Watch, patience = usualPatience) {
    this.#bucket = bucket
    this.#watch = watch
    this.#patience = patience
    const { Agent, request } = bucket.endpoint.startsWith('https:') ? https : http
    this.#agent = new Agent({ keepAlive: true, maxSockets: mostSockets, maxFreeSockets: 16 })
    this.#request = request
  }

  /**
   * Makes a request. @param read what is done with an answer; tried again as a whole
   * @returns undefined where there is no such object @throws StoreAway
   */
  async ask<T>(request: S3Request, read: (answer: Answer) => Promise<T>): Promise<T | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#send(request)
        const result = await this.#outcomeOf(request, answer, read)
        this.#watch.done(request.method, result === undefined ? 'missing' : 'done')
        return result
      } catch (error) {
        const problem = error instanceof Error ? error : new Error(String(error))
        if (attempt >= attemptsAt(problem)) {
          this.#watch.done(request.method, 'failed', problem)
          throw new StoreAway(problem)
        }
        await wait(this.#patience.pauseMs * 4 ** (attempt - 1))
      }
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  async #outcomeOf<T>(
    { method }: S3Request,
    answer: IncomingMessage,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T | undefined> {
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300)
      return read({
        length: Number(answer.headers['content-length']),
        parts: () => partsOf(answer, this.#patience.idleMs),
      })
    const code = /<Code>(\w+)<\/Code>/.exec(await wordsOf(partsOf(answer, this.#patience.idleMs)))?.[1]
    // A bucket that is not there is no file that is not there; an answer to HEAD says neither.
    if (statusCode === 404 && (code === 'NoSuchKey' || method === 'HEAD')) return undefined
    throw new Answered(statusCode, code)
  }

  /** One attempt, as far as the head of its answer. */
  async #send({ method, key, query = {}, payload }: S3Request): Promise<IncomingMessage> {
    const { endpoint, ...credentials } = this.#bucket
    const signed = await new AwsV4Signer({
      ...credentials,
      service: 's3',
      cache: this.#keys,
      method,
      url: key === '' ? `${endpoint}?${new URLSearchParams(query)}` : `${endpoint}/${key}`,
      headers: { 'x-amz-content-sha256': payload?.sha256 ?? sha256OfNothing },
    }).sign()
    const length = payload === undefined ? {} : { 'content-length': payload.bytes }
    const request = this.#request(signed.url, {
      method,
      agent: this.#agent,
      headers: { ...Object.fromEntries(signed.headers), ...length },
    })
    const { idleMs } = this.#patience
    const late = setTimeout(() => request.destroy(new Late(`no answer within ${idleMs} ms`)), idleMs)
    try {
      return await new Promise((resolve, reject) => {
        request.once('response', resolve)
        request.on('error', reject)
        if (payload === undefined) request.end()
        else
          pipeline(
            payload.open(),
            counted(() => late.refresh()),
            request,
          ).catch(reject)
      })
    } finally {
      clearTimeout(late)
    }
  }
}

function attemptsAt(problem: Error): number {
  if (problem instanceof Late) return attempts.late
  return problem instanceof Answered && !problem.isPassing ? 1 : attempts.failed
}

/** Passes a file on, and tells of each part. */
const counted = (passed: () => void) =>
  async function* (parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      passed()
      yield part
    }
  }

/** The parts of an answer's body. The store is given up where it is waited for and sends nothing. @throws Late */
async function* partsOf(answer: IncomingMessage, idleMs: number): AsyncGenerator<Buffer> {
  // Whoever is slow to take a part is no reason to give the store up.
  let isAwaited = true
  const giveUp = () => {
    if (isAwaited) answer.destroy(new Late(`nothing more within ${idleMs} ms`))
  }
  const timer = setTimeout(giveUp, idleMs)
  try {
    for await (const part of answer) {
      isAwaited = false
      yield part
      isAwaited = true
      timer.refresh()
    }
  } finally {
    clearTimeout(timer)
  }
}

/** A body to its end. */
export async function wholeOf({ parts }: Answer): Promise<Buffer> {
  return buffer(parts())
}

/** What comes as it comes. */
export const streamOf = ({ parts }: Answer): Readable =>
  Readable.from(parts(), { objectMode: false, highWaterMark: 64 * 1024 })

/** What a store says of a failure, to its end so that the connection can be used again, if it is short. */
async function wordsOf(parts: AsyncIterable<Buffer>): Promise<string> {
  let words = ''
  for await (const part of parts) {
    words += part.toString('latin1')
    if (words.length > mostWords) break
  }
  return words
}
