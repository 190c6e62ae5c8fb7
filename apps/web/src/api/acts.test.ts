import { endpoint } from '@drivesim/contract/endpoint'
import { commonErrors } from '@drivesim/contract/errors'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  beforeEachPage,
  ok,
  page,
  refusal,
  type SentRequest,
  save,
  sentRequests,
  serve,
} from './testBrowser.ts'

beforeEachPage()

const modify = endpoint({
  title: '修改',
  method: 'POST',
  path: '/things/modify',
  access: 'signedIn',
  input: z.object({ id: z.int(), version: z.int(), name: z.string() }),
  reply: z.literal(true),
  change: '修改',
  record: 'id',
})
const first = { id: 7, version: 1, name: '甲' }

const lostAnswer = () => {
  throw new TypeError('fetch failed')
}
const settles = ({ headers }: SentRequest) => headers.get('idempotency-settle') === '1'
const keys = () => sentRequests.map(request => request.headers.get('idempotency-key'))

/** A page on which the first answer was lost, and which is answered by `serve` from then on. */
async function afterLostAnswer() {
  serve(lostAnswer)
  const opened = await page()
  await expect(opened.call(modify, first)).rejects.toThrow('网络连接失败')
  return opened
}

describe('an answer that was lost', () => {
  it('the same content again, from wherever it is pressed: the same key', async () => {
    const { call } = await afterLostAnswer()
    serve(() => ok(true))
    await call(modify, { ...first })
    expect(keys()[1]).toBe(keys()[0])
    // Accepted: the same content is another act from now on.
    await call(modify, first)
    expect(keys()[2]).not.toBe(keys()[0])
  })

  it('a picture with a newly signed address is the same content', async () => {
    const plain = `/files/${'a'.repeat(32)}.webp`
    serve(lostAnswer)
    const { call } = await page()
    await expect(call(modify, { ...first, name: `${plain}?e=1&s=one` })).rejects.toThrow('网络连接失败')
    serve(() => ok(true))
    await call(modify, { ...first, name: `${plain}?e=2&s=two` })
    expect(keys()[1]).toBe(keys()[0])
    expect(sentRequests.some(settles)).toBe(false)
  })

  it('another record is another act, and so is another version of this one', async () => {
    const { call } = await afterLostAnswer()
    serve(() => ok(true))
    await call(modify, { ...first, id: 8 })
    await call(modify, { ...first, version: 2, name: '乙' })
    expect(new Set(keys()).size).toBe(3)
    expect(sentRequests.some(settles)).toBe(false)
  })

  it('an HTTP failure of the server is a lost answer too, a refusal is none', async () => {
    serve(() => new Response('', { status: 502 }))
    const { call } = await page()
    await expect(call(modify, first)).rejects.toThrow('502')
    serve(() => refusal(-40900))
    await expect(call(modify, first)).rejects.toThrow('不行')
    expect(keys()[1]).toBe(keys()[0])
    await expect(call(modify, first)).rejects.toThrow('不行')
    expect(keys()[2]).not.toBe(keys()[0])
  })
})

describe('other content after a lost answer', () => {
  it('is not sent where the first was made after all; that is said, and it is an act of its own then', async () => {
    const { call, shown } = await afterLostAnswer()
    serve(() => ok(true))
    const second = { ...first, name: '乙' }
    await expect(call(modify, second)).rejects.toMatchObject({ code: commonErrors.changeMade.code })
    expect(shown.at(-1)).toBe(commonErrors.changeMade.sentence())
    expect(sentRequests.map(settles)).toEqual([false, true])
    expect(keys()[1]).toBe(keys()[0])
    await call(modify, second)
    expect(keys()[2]).not.toBe(keys()[0])
    expect(sentRequests[2]?.body).toContain('乙')
  })

  it('is sent where the first was not made, and never will be', async () => {
    const { call, shown } = await afterLostAnswer()
    serve(request => (settles(request) ? refusal(commonErrors.changeNotMade.code) : ok(true)))
    await call(modify, { ...first, name: '乙' })
    expect(sentRequests.map(settles)).toEqual([false, true, false])
    expect(keys()[2]).not.toBe(keys()[0])
    expect(shown.at(-1)).toContain('没有生效')
  })

  it('waits for the network where nothing can be learnt yet', async () => {
    const { call } = await afterLostAnswer()
    await expect(call(modify, { ...first, name: '乙' })).rejects.toThrow('网络连接失败')
    expect(sentRequests.map(settles)).toEqual([false, true])
    serve(() => ok(true))
    await call(modify, first)
    expect(keys()[2]).toBe(keys()[0])
  })
})

it('pressed twice at once it is one act', async () => {
  serve(() => ok(true))
  const { call } = await page()
  await Promise.all([call(save, { name: '甲' }), call(save, { name: '甲' })])
  expect(keys()[1]).toBe(keys()[0])
})

it('what one person did is nothing to the next', async () => {
  const { call, useSession } = await afterLostAnswer()
  const { beginSession, endSession } = await import('./session.ts')
  endSession()
  beginSession({ token: 'new', refreshToken: 'refresh-2' })
  expect(useSession.getState().signedIn).toBe(true)
  serve(() => ok(true))
  await call(modify, first)
  expect(keys()[1]).not.toBe(keys()[0])
})
