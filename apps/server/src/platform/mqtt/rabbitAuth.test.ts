import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../test/serverProcess.ts'
import { makeMetrics } from '../metrics.ts'
import { StartError } from '../start/startError.ts'
import type { DeviceGateway } from './deviceLink.ts'
import { openAuthListener } from './rabbitAuth.ts'

// RabbitMQ's side, without a RabbitMQ; telemetry/rabbitmq.test.ts has one.

const authSecret = 'what-brokers-and-servers-of-tests-know'
const authorization = `Basic ${Buffer.from(`drivesim:${authSecret}`).toString('base64')}`
const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function open(gateway: Partial<DeviceGateway>, authPort?: number, metrics = makeMetrics()) {
  const port = authPort ?? (await freePort())
  const rabbit = {
    url: 'amqp://a:b@broker/',
    devicesUrl: '',
    authHost: '127.0.0.1',
    authPort: port,
    authSecret,
  }
  const whole: DeviceGateway = {
    publishes: () => [],
    repeats: () => [],
    subscribes: () => [],
    longestMessage: 1000,
    authenticate: async () => false,
    recall: async () => () => false,
    receive: async () => undefined,
    link: () => undefined,
    ...gateway,
  }
  const listener = await openAuthListener(rabbit, whole, { log: Fastify().log, metrics })
  undo.push(listener.close)
  return {
    port,
    async signIn(sn: string, key: string): Promise<string> {
      const body = new URLSearchParams({ username: sn, password: key, client_id: sn, vhost: '/' })
      const url = `http://127.0.0.1:${port}/mqtt/auth/user`
      const response = await fetch(url, { method: 'POST', headers: { authorization }, body })
      return `${response.status} ${await response.text()}`
    },
  }
}

test('whoever guesses at a device is soon judged from memory, and its right key still gets in', async () => {
  let asked = 0
  const isKey = (_name: string, key: string) => key === 'right'
  const metrics = makeMetrics()
  const gateway = {
    async authenticate(name: string, key: string) {
      asked += 1
      return isKey(name, key)
    },
    recall: async () => isKey,
  }
  const { signIn } = await open(gateway, undefined, metrics)
  for (let n = 0; n < 60; n += 1) expect(await signIn('GUESSED', `wrong-${n}`)).toBe('200 deny')
  expect(asked).toBe(20)
  expect(await signIn('GUESSED', 'right')).toBe('200 allow')
  expect(await signIn('ANOTHER', 'wrong')).toBe('200 deny')
  expect(asked).toBe(22)
  const counted = (await metrics.deviceSignIns.get()).values
  expect(Object.fromEntries(counted.map(({ labels, value }) => [labels.outcome, value]))).toEqual({
    refused: 21,
    throttled: 40,
    accepted: 1,
  })
})

test('where the database does not answer, nobody is let in, and RabbitMQ is told that it is no refusal', async () => {
  const authenticate = async () => {
    throw new Error('the database is away')
  }
  const { signIn } = await open({ authenticate })
  expect(await signIn('A', 'key')).toBe('503 deny')
})

test('a port that is taken stops the start with a sentence that names the variable', async () => {
  const { port } = await open({})
  await expect(open({}, port)).rejects.toThrow(StartError)
  await expect(open({}, port)).rejects.toThrow('MQTT_AUTH_PORT')
})
