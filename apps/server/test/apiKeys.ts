import { apiKeys, type contract, type Endpoint, type InputOf } from '@drivesim/contract'
import type { Answer, Client, TestApp } from './app.ts'

type Wish = Partial<InputOf<typeof contract.apiKeys.add>>

/** What a key is made for, where a test says nothing else. */
export const keyForm = (wish: Wish = {}) => ({
  name: '对接程序',
  codes: [],
  organIds: [],
  networks: [],
  mayExport: false,
  days: 90 as const,
  ...wish,
})

/** A program that calls with a key. */
export interface Program {
  call(endpoint: Endpoint, input?: unknown, headers?: Record<string, string>): Promise<Answer<unknown>>
}

/** Keys of people of a test's server, and programs that call with them. */
export function apiKeysOf(app: () => TestApp) {
  const programOf = (apiKey: string): Program => ({
    call: (endpoint, input, headers = {}) =>
      app().send(endpoint, input, { authorization: `Bearer ${apiKey}`, ...headers }),
  })
  return {
    programOf,
    /** Makes a key. @returns it, as a program that calls with it */
    async keyOf(person: Client, wish: Wish = {}): Promise<Program & { keyId: number; apiKey: string }> {
      const { code, msg, data } = await person.call(apiKeys.add, keyForm(wish))
      if (code !== 0 || data.apiKey === null) throw new Error(`no key: ${msg}`)
      return { keyId: data.keyId, apiKey: data.apiKey, ...programOf(data.apiKey) }
    },
  }
}
