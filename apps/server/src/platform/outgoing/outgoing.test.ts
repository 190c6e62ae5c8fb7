import { beforeEach, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { openNetworks } from './addresses.ts'
import { callOutside } from './outgoing.ts'

/** What names have for addresses. */
const names = { asked: [] as string[], addresses: [] as string[] }
const resolve = async (name: string) => {
  names.asked.push(name)
  return names.addresses
}

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
  names.asked.length = 0
  return () => receiver.stop()
})
const call = (url: string, more: object = {}) =>
  callOutside(
    {
      url,
      method: 'POST',
      headers: {},
      body: '{}',
      patienceMs: 2_000,
      mostAnswer: 10,
      networks: openNetworks(['127.0.0.0/8']),
      ...more,
    },
    resolve,
  )
const named = () => receiver.url.replace('127.0.0.1', 'receiver.example')

test('a name is resolved once, and the connection goes to what was found', async () => {
  names.addresses = ['127.0.0.1']
  expect(await call(named())).toMatchObject({ status: 204 })
  expect(names.asked).toEqual(['receiver.example'])
  expect(receiver.received[0]?.headers.host).toMatch(/^receiver\.example:\d+$/)
})

test.each([[['169.254.169.254']], [['10.0.0.1']], [['8.8.8.8', '169.254.169.254']]])(
  'a name that has %s is not called',
  async addresses => {
    names.addresses = addresses
    await expect(call('https://receiver.example/')).rejects.toThrow('不能推送到 receiver.example')
  },
)

test('a redirect is an answer, and of a long one no more is kept than asked for', async () => {
  names.addresses = ['127.0.0.1']
  receiver.answer = (_got, response) =>
    response.writeHead(307, { location: 'http://169.254.169.254/' }).end('x'.repeat(100_000))
  const { status, body } = await call(named())
  expect([status, body.length, receiver.received.length]).toEqual([307, 10, 1])
})

test('it is given up in time, whatever holds it up', async () => {
  names.addresses = ['127.0.0.1']
  receiver.answer = (_got, response) => response.write('x')
  await expect(call(named(), { patienceMs: 200 })).rejects.toThrow('0.2 秒内没有完成')
  names.addresses = []
  await expect(call(named())).rejects.toThrow('没有地址')
})

test('an address of the configuration may be any', async () => {
  names.addresses = ['127.0.0.1']
  expect(await call(named(), { networks: 'all' })).toMatchObject({ status: 204 })
})
