import { contract, type DataOf, type Endpoint, errors, type InputOf } from '@drivesim/contract'
import type pg from 'pg'
import { z } from 'zod'
import { basicHeader, requestOf } from '../app.ts'
import { until } from '../device.ts'
import { makeMember, type NewMember } from '../factories.ts'

/** Whatever is broken, somebody waits for it no longer than this. */
const patienceMs = 120_000
const retryMs = 50
/** A call that nobody answers is given up, and sent again. */
const silenceMs = 30_000

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })

/** Somebody who asks for what they want until they get it, as people do. */
export interface Person {
  token(): Promise<string>
  /** They sign in anew for the next token: this one may be over. */
  forgetToken(): void
  /**
   * Sends one call, under one key, until it was accepted.
   * @throws what the server refused
   */
  insist<E extends Endpoint>(endpoint: E, input: InputOf<E>, key: string): Promise<DataOf<E>>
}

/** @param unavailable heard each time somebody was told that nothing can be served */
export async function person(
  url: string,
  pool: pg.Pool,
  member: NewMember,
  unavailable: (answer: string) => void,
): Promise<Person> {
  const { account, password } = await makeMember(pool, member)
  let known = ''

  async function send(endpoint: Endpoint, input: unknown, headers: Record<string, string>) {
    const request = requestOf('/dm-api', endpoint, input, headers)
    const response = await fetch(url + request.url, {
      method: endpoint.method,
      headers: request.headers,
      signal: AbortSignal.timeout(silenceMs),
      body: z.union([z.string(), z.instanceof(Buffer<ArrayBuffer>)]).parse(request.payload),
    })
    const text = await response.text()
    if (response.status >= 500) {
      unavailable(`${response.status} ${text.slice(0, 100)}`)
      throw new Error(`${endpoint.title} ${response.status}`)
    }
    return envelope.parse(JSON.parse(text))
  }

  async function token(): Promise<string> {
    if (known !== '') return known
    const input = { grant_type: 'password', username: account, password }
    const { data } = await send(contract.session.token, input, { authorization: basicHeader })
    known = z.object({ token: z.string() }).parse(data).token
    return known
  }

  return {
    token,
    forgetToken() {
      known = ''
    },
    async insist(endpoint, input, key) {
      const { code, msg, data } = await until(
        `${endpoint.title} is accepted`,
        async () => {
          const headers = { authorization: `Bearer ${await token()}`, 'idempotency-key': key }
          const answer = await send(endpoint, input, headers)
          if (answer.code === errors.tokenExpired.code) known = ''
          else return answer
        },
        patienceMs,
        retryMs,
      )
      if (code !== 0) throw new Error(`${endpoint.title}: ${code} ${msg}`)
      // The server answers what the contract declares.
      return data as DataOf<typeof endpoint>
    },
  }
}
